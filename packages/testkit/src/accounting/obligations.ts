import { hash } from "node:crypto";
import type { ProducerRecord } from "../producer/producer-ledger.ts";
import type { PlatformDelivery, Target } from "./books.ts";
import type { ViolationLog } from "./violations.ts";

/** One accepted event × one intended target, and what is known about it. */
export interface Obligation {
  readonly eventId: string;
  readonly subscriptionId: string;
  readonly target: Target;
  /** sha256 hex of the payload as posted. */
  readonly payloadSha256: string;
  /** The `Idempotency-Key` every copy must carry. */
  readonly idempotencyKey: string;
  readonly acceptedAtMs: number;
  /** Whole body of the first copy; the others must equal it. */
  bodySha256: string | null;
  /** Copies answered 2xx. */
  okCopies: number;
  /** When the first of them came; Infinity when none did. */
  firstOkAtMs: number;
  /** The platform's rows: the original and its replays. */
  readonly rows: PlatformDelivery[];
}

/** What the producer's ledger promises. */
export interface Promised {
  /** Obligations by event id. */
  readonly byEvent: ReadonlyMap<string, readonly Obligation[]>;
  /** Payload hashes of posts that may or may not have been accepted. */
  readonly doubtfulPayloads: ReadonlySet<string>;
  readonly refused: number;
  readonly unknown: number;
}

/**
 * Turns the producer's ledger into obligations. An event id that several posts were answered with (same key) is one event.
 *
 * @throws RangeError when a target is in no mapping: the test forgot it, and the books would be wrong without notice.
 */
export function promisedBy(producer: Iterable<ProducerRecord>, targets: ReadonlyMap<string, Target>, violations: ViolationLog): Promised {
  const byEvent = new Map<string, Obligation[]>();
  const firstPost = new Map<string, ProducerRecord>();
  const eventOfKey = new Map<string, string>();
  const doubtfulPayloads = new Set<string>();
  let refused = 0;
  let unknown = 0;
  for (const record of producer) {
    const { outcome, idempotencyKey, clientId } = record;
    if (outcome.kind !== "accepted") {
      if (outcome.kind === "refused") refused += 1;
      else unknown += 1;
      if (record.everUnknown) doubtfulPayloads.add(record.bodySha256);
      continue;
    }
    // Without a key the request that went unanswered may have made an event of its own.
    if (record.everUnknown && idempotencyKey === null) doubtfulPayloads.add(record.bodySha256);
    const { eventId } = outcome;
    const earlierEvent = idempotencyKey === null ? undefined : eventOfKey.get(idempotencyKey);
    if (earlierEvent !== undefined && earlierEvent !== eventId) {
      violations.add("key_split", `key ${idempotencyKey} was accepted as ${earlierEvent} and as ${eventId}`, { eventId });
    }
    if (idempotencyKey !== null) eventOfKey.set(idempotencyKey, eventId);
    const earlierPost = firstPost.get(eventId);
    if (earlierPost === undefined) {
      firstPost.set(eventId, record);
      byEvent.set(
        eventId,
        [...new Set(record.targets)].map((subscriptionId) => obligation(record, eventId, subscriptionId, targets, outcome.atMs)),
      );
    } else if (earlierPost.idempotencyKey !== idempotencyKey || earlierPost.bodySha256 !== record.bodySha256) {
      violations.add("key_split", `posts ${earlierPost.clientId} and ${clientId} differ and were accepted as one event`, { eventId });
    }
  }
  return { byEvent, doubtfulPayloads, refused, unknown };
}

function obligation(
  record: ProducerRecord,
  eventId: string,
  subscriptionId: string,
  targets: ReadonlyMap<string, Target>,
  acceptedAtMs: number,
): Obligation {
  const target = targets.get(subscriptionId);
  if (target === undefined) throw new RangeError(`no receiver endpoint is known for target ${subscriptionId}`);
  return {
    eventId,
    subscriptionId,
    target,
    payloadSha256: record.bodySha256,
    idempotencyKey: hash("sha256", `${eventId}|${subscriptionId}`),
    acceptedAtMs,
    bodySha256: null,
    okCopies: 0,
    firstOkAtMs: Number.POSITIVE_INFINITY,
    rows: [],
  };
}
