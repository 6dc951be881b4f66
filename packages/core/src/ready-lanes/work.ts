import type { DeliveryClass } from "../policy/delivery-class.ts";
import type { EpochMs } from "../time/durations.ts";

/** Pending rows of one lane, class and shard, as a discovery or a settled attempt tells of them. */
export interface FoundWork {
  readonly laneId: string;
  readonly tenantId: string;
  /** Where the subscription's URL points. */
  readonly host: string;
  readonly shard: number;
  readonly class: DeliveryClass;
  /** The due time of the first of these rows; it may lie ahead. */
  readonly firstDueAt: EpochMs;
}

/** The same while a worker knows of it: what was seen, and how far claims have come since. */
export interface Work {
  readonly key: string;
  readonly laneId: string;
  readonly tenantId: string;
  readonly shard: number;
  readonly class: DeliveryClass;
  host: string;
  firstDueAt: EpochMs;
  /** Rows due before this were claimed: their index entries are dead. */
  dueAfter: EpochMs;
  /** Permits to ask for: more after a claim that found as many rows as it asked for, fewer after one that did not. */
  wanted: number;
  /** A claim for it is under way: it is not offered again meanwhile. */
  isClaiming: boolean;
  /** What refused it ends then: until that moment a discovery does not bring it back; 0 when nothing did. */
  refusedUntil: EpochMs;
  /** The earliest of the rows that were scheduled since the latest claim began; Infinity without any. */
  upcomingAt: EpochMs;
  /** Raised by every discovery: a claim that found too little must not forget what was discovered after it began. */
  seen: number;
  /** The place whose next free permit lets this work be offered again. */
  parkedAt: string | null;
  /** Where it was let out last, until it gets a permit. */
  wokenAt: string | null;
}

/** Permits that find no row cost as much as those that do, so a lane asks for few until it is known to have more. */
const wantedFrom = { least: 2, most: 64 } as const;

export function workKey({ laneId, class: deliveryClass, shard }: Pick<FoundWork, "laneId" | "class" | "shard">): string {
  return `${laneId} ${deliveryClass} ${shard}`;
}

export function newWork({ firstDueAt, laneId, tenantId, host, shard, class: deliveryClass }: FoundWork): Work {
  return {
    key: workKey({ laneId, class: deliveryClass, shard }),
    laneId,
    tenantId,
    shard,
    class: deliveryClass,
    host,
    firstDueAt,
    dueAfter: Number.NEGATIVE_INFINITY,
    wanted: wantedFrom.least,
    isClaiming: false,
    refusedUntil: 0,
    upcomingAt: Number.POSITIVE_INFINITY,
    seen: 0,
    parkedAt: null,
    wokenAt: null,
  };
}

/** What to ask for after a claim that was filled, or was not. */
export function wantedNext(wanted: number, isFull: boolean): number {
  return isFull ? Math.min(wantedFrom.most, 2 * wanted) : Math.max(wantedFrom.least, wanted >> 1);
}
