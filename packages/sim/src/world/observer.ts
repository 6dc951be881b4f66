import type { AdmissionTransition, Classification, EpochMs, Grant, Offer, Refusal, Settlement } from "@hooklane/core";
import type { Exchange } from "../endpoints/endpoint.ts";
import type { Delivery } from "./delivery.ts";
import type { Lane } from "./lane-spec.ts";

/** One attempt, as an observer hears of it. */
export interface ObservedAttempt {
  readonly worker: string;
  readonly delivery: Delivery;
  readonly number: number;
  readonly startedAt: EpochMs;
}

export interface EndedAttempt extends ObservedAttempt {
  readonly classification: Classification;
  readonly exchange: Exchange;
}

/** Who watches a world. Watching changes nothing. */
export interface Observer {
  accepted?(delivery: Delivery, now: EpochMs): void;
  decided?(worker: string, offers: readonly Offer[], grants: readonly Grant[], refusals: readonly Refusal[], now: EpochMs): void;
  /** Permits of a grant that found no row. */
  unused?(worker: string, grant: Grant, n: number, now: EpochMs): void;
  began?(attempt: ObservedAttempt, now: EpochMs): void;
  ended?(attempt: EndedAttempt, now: EpochMs): void;
  /** The permit is free: at the end of the attempt, or for an ordered head when the ledger knows. */
  freed?(attempt: ObservedAttempt, now: EpochMs): void;
  settled?(attempt: EndedAttempt, settlement: Settlement, isStale: boolean, now: EpochMs): void;
  final?(delivery: Delivery, now: EpochMs): void;
  /** A circuit opened, sent its probe, or closed in one worker; or the fleet's panic began or ended. */
  changed?(worker: string, transition: AdmissionTransition, now: EpochMs): void;
  /** A worker heard of a circuit that opened elsewhere. */
  adopted?(worker: string, scope: "lane" | "host", id: string, now: EpochMs): void;
  /** A worker took a lane over, and begins from what was stored of it. */
  tookOver?(worker: string, lane: Lane, now: EpochMs): void;
  /** A worker died, and with it the requests it had in flight. */
  crashed?(worker: string, now: EpochMs): void;
}
