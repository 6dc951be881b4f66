import type { ProducerRecord } from "../producer/producer-ledger.ts";
import type { ReceivedCopy } from "../receiver/receiver-ledger.ts";
import type { DelayFigures } from "./figures.ts";
import type { Violation, ViolationKind } from "./violations.ts";

/** A delivery as the platform's own API lists it; more members are welcome. */
export interface PlatformDelivery {
  readonly id: string;
  readonly event_id: string;
  readonly subscription_id: string;
  readonly state: string;
  readonly dead_reason: string | null;
  /** 1 for the original, one more for each replay. Default 1. */
  readonly generation?: number;
  /** Id of the delivery this one replays. */
  readonly replay_of?: string | null;
}

/** What the platform's API says about one lane. */
export interface PlatformHealth {
  readonly subscription_id: string;
  /** Deliveries pending. */
  readonly backlog: number;
  /** Dead deliveries not yet replayed. */
  readonly dead_count: number;
}

/** Where a subscription's copies arrive, and in which form. */
export interface Target {
  /** Name of the receiver's endpoint. Several subscriptions may share one. */
  readonly endpoint: string;
  /** `envelope` (default): payload inside the envelope's `data`. `raw`: the payload is the whole body. */
  readonly format?: "envelope" | "raw";
}

/** The three ledgers: what was asked for, what came, and what the platform says about it. */
export interface BooksInput {
  readonly producer: Iterable<ProducerRecord>;
  readonly receiver: Iterable<ReceivedCopy>;
  readonly platform: {
    readonly deliveries: Iterable<PlatformDelivery>;
    /** By subscription id; must hold every target the producer names. */
    readonly targets: ReadonlyMap<string, Target>;
    /** When given, its counters must equal the listed deliveries. */
    readonly health?: Iterable<PlatformHealth>;
  };
}

export interface BalanceOptions {
  /** Deliveries may still be pending or in flight. Default false: the queue must have drained. */
  readonly mayWait?: boolean;
  /** Receivers may get events that are not in the producer's ledger (test sends, earlier runs). Default false. */
  readonly ignoreForeignEvents?: boolean;
  /** Dead reasons that mean somebody ended the delivery on purpose. Default `subscription_deleted`, `cancelled`. */
  readonly cancelledReasons?: readonly string[];
  /** When the last fault was over, milliseconds since epoch; gives `recoveryMs`. */
  readonly faultsEndedAtMs?: number;
}

/** The accounts of one run. `deliveries` = delivered + dead + cancelled + waiting + lost. */
export interface Books {
  /** No violation of any kind. */
  readonly ok: boolean;
  /** Events with a 202. */
  readonly accepted: number;
  readonly refused: number;
  /** Posts whose outcome never became known. */
  readonly unknown: number;
  /** Accepted events × their intended targets. */
  readonly deliveries: number;
  /** A receiver sent a 2xx. */
  readonly delivered: number;
  /** No 2xx, and the platform lists it dead. */
  readonly dead: number;
  /** No 2xx, and somebody ended it on purpose. */
  readonly cancelled: number;
  /** No 2xx, and the platform lists it pending or in flight. */
  readonly waiting: number;
  /** No 2xx, and neither pending, in flight nor dead. */
  readonly lost: number;
  /** Copies answered 2xx beyond the one that each delivery, and each delivered replay of it, needs. */
  readonly duplicates: number;
  /** `duplicates` / `deliveries`; 0 without deliveries. */
  readonly duplicateRatio: number;
  /** The rule of three: with 0 lost in N, the loss rate is below 3/N at 95 % confidence. Null when something was lost or N = 0. */
  readonly lossRateBelow: number | null;
  /** From the 202 at the producer to the first 2xx's request at the receiver. Null when nothing was delivered. */
  readonly delay: DelayFigures | null;
  /** The longest time in which nothing arrived although something that was delivered later was already accepted. */
  readonly longestStallMs: number;
  /** From `faultsEndedAtMs` to the last first delivery of an event accepted before it. Null without that option. */
  readonly recoveryMs: number | null;
  /** Of `dead` and `cancelled`, by the platform's reason. */
  readonly deadReasons: Readonly<Record<string, number>>;
  /** How often each promise was broken. */
  readonly violations: Readonly<Partial<Record<ViolationKind, number>>>;
  /** The first few violations of each kind. */
  readonly examples: readonly Violation[];
}
