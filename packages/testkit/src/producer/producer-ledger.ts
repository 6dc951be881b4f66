import { readJsonLines } from "../ndjson.ts";

/** What the producer is about to ask for, written down and synced before the first byte of the request leaves. */
export interface Intent {
  /** The producer's own name of the event, unique within the ledger. */
  readonly clientId: string;
  /** Null when the request carries none; it is then sent once only. */
  readonly idempotencyKey: string | null;
  readonly type: string;
  /** sha256 hex of the payload's bytes. */
  readonly bodySha256: string;
  /** Ids of the subscriptions that must get the event. */
  readonly targets: readonly string[];
  /** Milliseconds since epoch, producer's clock. */
  readonly atMs: number;
}

/** What the platform answered to one request. `unknown`: time-out, reset, 5xx, or an answer that cannot be read. */
export type Outcome =
  | {
      readonly kind: "accepted";
      readonly eventId: string;
      /** Deliveries the platform counts; null while a lazy fan-out runs. */
      readonly deliveries: number | null;
      /** Ids of subscriptions that are shedding. */
      readonly shed: readonly string[];
      readonly atMs: number;
    }
  | { readonly kind: "refused"; readonly status: number; readonly code: string | null; readonly atMs: number }
  | { readonly kind: "unknown"; readonly detail: string; readonly atMs: number };

/** An intent and its latest outcome. */
export interface ProducerRecord extends Intent {
  /** `unknown` as well when the ledger has no outcome: the producer was killed meanwhile. */
  readonly outcome: Outcome;
  /** Requests that have an outcome. */
  readonly requests: number;
  /** Whether any request stayed unanswered, so that the platform may hold the event whatever the latest outcome says. */
  readonly everUnknown: boolean;
}

export type ProducerLine = { readonly intent: Intent } | { readonly outcome: Outcome; readonly clientId: string };

/**
 * Reads a producer ledger, also one whose writer was killed.
 *
 * @throws Error when a line is not JSON, or an outcome has no intent: such a ledger proves nothing.
 */
export function readProducerLedger(file: string): ProducerRecord[] {
  return joinProducerLines(readJsonLines<ProducerLine>(file));
}

/** Joins intents and outcomes, in order of the intents. */
export function joinProducerLines(lines: Iterable<ProducerLine>): ProducerRecord[] {
  const records = new Map<string, ProducerRecord>();
  for (const line of lines) {
    if ("intent" in line) {
      const { intent } = line;
      if (records.has(intent.clientId)) throw new Error(`the ledger has two intents named ${intent.clientId}`);
      const outcome: Outcome = { kind: "unknown", detail: "no outcome recorded", atMs: intent.atMs };
      records.set(intent.clientId, { ...intent, outcome, requests: 0, everUnknown: true });
    } else {
      const record = records.get(line.clientId);
      if (record === undefined) throw new Error(`the ledger has an outcome of ${line.clientId}, which was never intended`);
      const { outcome, clientId } = line;
      const everUnknown = outcome.kind === "unknown" || (record.requests > 0 && record.everUnknown);
      records.set(clientId, { ...record, outcome, requests: record.requests + 1, everUnknown });
    }
  }
  return [...records.values()];
}
