import { closeSync, constants, fdatasync, openSync, writeSync } from "node:fs";
import { readJsonLines } from "../ndjson.ts";
import type { SignatureVerdict } from "./signature-check.ts";

/** One copy of an event as a receiver wrote it down before it answered. */
export interface Arrival {
  /** Unique among all receivers that share the ledger. */
  readonly requestId: string;
  readonly endpoint: string;
  readonly path: string;
  /** `webhook-id`; "" when absent. */
  readonly webhookId: string;
  /** `Idempotency-Key`; "" when absent. */
  readonly idempotencyKey: string;
  /** `X-Attempt`; null when absent or not a whole number. */
  readonly attempt: number | null;
  /** `webhook-timestamp` as sent, unix seconds; null when absent or not a whole number. */
  readonly timestampSeconds: number | null;
  readonly signature: SignatureVerdict;
  /** sha256 hex of the whole body. */
  readonly bodySha256: string;
  readonly bodyBytes: number;
  /** The id inside the envelope; null when the body is not an envelope. */
  readonly envelopeId: string | null;
  /** sha256 hex of the payload bytes inside the envelope; null when the body is not an envelope. */
  readonly dataSha256: string | null;
  /** Milliseconds since epoch, receiver's clock. */
  readonly arrivedAtMs: number;
}

/** An arrival and what became of it. */
export interface ReceivedCopy extends Arrival {
  /** The status that was handed to the operating system; null when none was (yet). */
  readonly statusSent: number | null;
  /** When it was, milliseconds since epoch; null as above. */
  readonly sentAtMs: number | null;
  /** When the client went away before an answer was sent, milliseconds since epoch; absent when it did not. */
  readonly goneAtMs?: number;
}

/** The append-only record of what came and what was answered. */
export interface ReceiverLedger {
  /** Called before the answer is begun. What it gives back is waited for before the first byte of the answer leaves. */
  arrived(arrival: Arrival): Promise<void> | undefined;
  /** Called after the answer was handed to the operating system. */
  sent(requestId: string, status: number, atMs: number): void;
  /** Called when the client went away and no answer was sent. */
  gone(requestId: string, atMs: number): void;
  /** Everything written so far, in order of arrival. */
  read(): ReceivedCopy[];
  close(): void;
}

type Line =
  | { readonly arrived: Arrival }
  | { readonly sent: { readonly requestId: string; readonly status: number; readonly atMs: number } }
  | { readonly gone: { readonly requestId: string; readonly atMs: number } };

/**
 * A ledger kept in a newline-delimited JSON file.
 *
 * Each line is one `write` on a descriptor opened for appending, before the caller goes on: a line survives any kill of this or
 * another process from then on. Several processes may append to the same file.
 *
 * @param synced an arrival is on disk (`fdatasync`) before it is answered; arrivals that come during one sync share the next
 */
export function openReceiverLedger(file: string, synced = false): ReceiverLedger {
  const descriptor = openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND, 0o644);
  const append = (line: Line) => {
    writeSync(descriptor, `${JSON.stringify(line)}\n`);
  };
  const sync = synced ? sharedSync(descriptor) : () => undefined;
  return {
    arrived: (arrival) => {
      append({ arrived: arrival });
      return sync();
    },
    sent: (requestId, status, atMs) => append({ sent: { requestId, status, atMs } }),
    gone: (requestId, atMs) => append({ gone: { requestId, atMs } }),
    read: () => readReceiverLedger(file),
    close: () => closeSync(descriptor),
  };
}

/** Syncs a file for as many callers as ask while the last sync runs: each waits until what it wrote before is on disk. */
function sharedSync(descriptor: number): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const flush = () => {
    next = undefined;
    return new Promise<void>((resolve, reject) => fdatasync(descriptor, (error) => (error ? reject(error) : resolve())));
  };
  return () => {
    if (next === undefined) {
      next = running.then(flush, flush);
      running = next;
    }
    return next;
  };
}

/** The same ledger in memory, for receivers that live and end with one test. */
export function memoryReceiverLedger(): ReceiverLedger {
  const lines: Line[] = [];
  return {
    arrived: (arrival) => {
      lines.push({ arrived: arrival });
      return undefined;
    },
    sent: (requestId, status, atMs) => lines.push({ sent: { requestId, status, atMs } }),
    gone: (requestId, atMs) => lines.push({ gone: { requestId, atMs } }),
    read: () => joinLines(lines),
    close: () => {},
  };
}

/**
 * Reads a ledger file, also while it is being written or after its writer was killed: a torn last line is left out.
 *
 * @throws Error when another line is not JSON, or an answer has no arrival: such a ledger proves nothing.
 */
export function readReceiverLedger(file: string): ReceivedCopy[] {
  return joinLines(readJsonLines<Line>(file));
}

function joinLines(lines: Iterable<Line>): ReceivedCopy[] {
  const copies: ReceivedCopy[] = [];
  const positions = new Map<string, number>();
  for (const line of lines) {
    if ("arrived" in line) {
      positions.set(line.arrived.requestId, copies.length);
      copies.push({ ...line.arrived, statusSent: null, sentAtMs: null });
      continue;
    }
    const { requestId, atMs } = "sent" in line ? line.sent : line.gone;
    const position = positions.get(requestId);
    const copy = position === undefined ? undefined : copies[position];
    if (position === undefined || copy === undefined) throw new Error(`the ledger answers ${requestId}, which never arrived`);
    copies[position] = "sent" in line ? { ...copy, statusSent: line.sent.status, sentAtMs: atMs } : { ...copy, goneAtMs: atMs };
  }
  return copies;
}
