import { closeSync, constants, openSync, writeSync } from "node:fs";
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
}

/** The append-only record of what came and what was answered. */
export interface ReceiverLedger {
  /** Called before the answer is begun. */
  arrived(arrival: Arrival): void;
  /** Called after the answer was handed to the operating system. */
  sent(requestId: string, status: number, atMs: number): void;
  /** Everything written so far, in order of arrival. */
  read(): ReceivedCopy[];
  close(): void;
}

type Line =
  | { readonly arrived: Arrival }
  | { readonly sent: { readonly requestId: string; readonly status: number; readonly atMs: number } };

/**
 * A ledger kept in a newline-delimited JSON file.
 *
 * Each line is one `write` on a descriptor opened for appending, before the caller goes on: a line survives any kill of this or
 * another process from then on. It is not synced, so it does not survive a power cut, and need not. Several processes may
 * append to the same file.
 */
export function openReceiverLedger(file: string): ReceiverLedger {
  const descriptor = openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND, 0o644);
  const append = (line: Line) => {
    writeSync(descriptor, `${JSON.stringify(line)}\n`);
  };
  return {
    arrived: (arrival) => append({ arrived: arrival }),
    sent: (requestId, status, atMs) => append({ sent: { requestId, status, atMs } }),
    read: () => readReceiverLedger(file),
    close: () => closeSync(descriptor),
  };
}

/** The same ledger in memory, for receivers that live and end with one test. */
export function memoryReceiverLedger(): ReceiverLedger {
  const lines: Line[] = [];
  return {
    arrived: (arrival) => lines.push({ arrived: arrival }),
    sent: (requestId, status, atMs) => lines.push({ sent: { requestId, status, atMs } }),
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
    const { requestId, status, atMs } = line.sent;
    const position = positions.get(requestId);
    const copy = position === undefined ? undefined : copies[position];
    if (position === undefined || copy === undefined) throw new Error(`the ledger answers ${requestId}, which never arrived`);
    copies[position] = { ...copy, statusSent: status, sentAtMs: atMs };
  }
  return copies;
}
