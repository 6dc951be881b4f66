import type { ConfigErrorCause } from "../config-error/config-error-cause.ts";
import type { ConfigErrorEpisode } from "../config-error/episode.ts";
import { type OrderedHeadsState, orderedCeilingPerS } from "../ordered/ordered-heads.ts";
import type { DeliveryClass } from "../policy/delivery-class.ts";
import type { DeadReason } from "../reasons/dead-reason.ts";
import type { RefusalReason } from "../reasons/waiting-reason.ts";
import { type EpochMs, secondMs } from "../time/durations.ts";
import { isAdmissible } from "./waiting.ts";

/** A subscription's health with the names of the public API. Moments are milliseconds since 1970; whoever answers a request writes them its way. */
export interface Health {
  readonly circuit_state: "closed" | "open" | "half_open";
  /** When an open circuit lets its next probe through; null when it is not open. */
  readonly next_probe_at: EpochMs | null;
  /** Successes among the attempts of the last hour, 0 to 1; null without attempts. */
  readonly success_rate: number | null;
  /** Age of the oldest admissible pending delivery: how far sending is behind. */
  readonly lag_seconds: number;
  /** Pending deliveries, retries included. */
  readonly backlog: number;
  /** Dead deliveries that were not replayed. */
  readonly dead_count: number;
  readonly oldest_dead_at: EpochMs | null;
  readonly likely_configuration_error: {
    readonly cause: ConfigErrorCause;
    readonly http_status: number | null;
    readonly hint: string;
    readonly since: EpochMs;
    readonly share: number;
  } | null;
  readonly shedding: boolean;
  /** What the recovery ramp lets through now, in percent; 100 when the lane is not recovering. */
  readonly ramp_percent: number;
  /** The most an ordered subscription can send; null for others, and while no latency is known. */
  readonly ordered_ceiling_per_second: number | null;
  /** Dead heads of an ordered subscription that no replay has delivered, and the latest of them; null for others. */
  readonly ordered_gaps: {
    readonly count: number;
    readonly latest: { readonly delivery_id: string; readonly sequence: number; readonly reason: DeadReason; readonly at: EpochMs } | null;
  } | null;
  readonly lane: { readonly cap: number; readonly in_flight: number };
  readonly host: { readonly cap: number; readonly in_flight: number; readonly active_subscriptions: number };
  /** 0 (empty) to 1 (full). */
  readonly retry_budget: { readonly fill: number };
  /** The lane's rate limit now, in deliveries per second. */
  readonly rate_limit: number;
}

/** The first pending delivery of one class, and what refuses the class now. */
export interface PendingHead {
  readonly class: DeliveryClass;
  readonly firstDueAt: EpochMs;
  readonly refusedBy: RefusalReason | null;
}

/** What the policies and the ledger know of one subscription. */
export interface HealthInput {
  readonly now: EpochMs;
  readonly circuit: { readonly state: Health["circuit_state"]; readonly nextProbeAt: EpochMs | null };
  /** Attempts of the last hour. */
  readonly attempts: { readonly finished: number; readonly succeeded: number };
  /** One per class that has pending deliveries. */
  readonly heads: readonly PendingHead[];
  readonly backlog: number;
  readonly deadCount: number;
  readonly oldestDeadAt: EpochMs | null;
  readonly configError: ConfigErrorEpisode | null;
  readonly isShedding: boolean;
  /** The part that the recovery ramp lets through, 0 to 1; null when the lane is not recovering. */
  readonly ramp: number | null;
  /** Null when the subscription keeps no order. */
  readonly ordered: {
    /** How long a delivered attempt typically takes; null when none is known. */
    readonly latencyMs: number | null;
    readonly heads: OrderedHeadsState;
  } | null;
  readonly lane: { readonly cap: number; readonly inFlight: number };
  readonly host: { readonly cap: number; readonly inFlight: number; readonly activeSubscriptions: number };
  /** 0 to 1. */
  readonly retryBudgetFill: number;
  readonly ratePerS: number;
}

/** Summarises one subscription for its owner. Reads only what it is given and decides nothing. */
export function healthOf(input: HealthInput): Health {
  const { circuit, attempts, configError, ordered, lane, host } = input;
  return {
    circuit_state: circuit.state,
    next_probe_at: circuit.state === "open" ? circuit.nextProbeAt : null,
    success_rate: attempts.finished === 0 ? null : attempts.succeeded / attempts.finished,
    lag_seconds: lagSeconds(input.heads, input.now),
    backlog: input.backlog,
    dead_count: input.deadCount,
    oldest_dead_at: input.deadCount === 0 ? null : input.oldestDeadAt,
    likely_configuration_error: configError && {
      cause: configError.cause,
      http_status: configError.httpStatus,
      hint: configError.hint,
      since: configError.since,
      share: configError.share,
    },
    shedding: input.isShedding,
    ramp_percent: Math.round(unit(input.ramp ?? 1) * 100),
    ordered_ceiling_per_second: ordered && orderedCeilingPerS(ordered.latencyMs),
    ordered_gaps: ordered && gapsOf(ordered.heads),
    lane: { cap: lane.cap, in_flight: lane.inFlight },
    host: { cap: host.cap, in_flight: host.inFlight, active_subscriptions: host.activeSubscriptions },
    retry_budget: { fill: unit(input.retryBudgetFill) },
    rate_limit: input.ratePerS,
  };
}

/**
 * How far sending is behind: the age of the oldest pending delivery that is due and that neither its owner nor its
 * endpoint holds back, in seconds; 0 when there is none. Limits, plans and a full worker do count: it could go, and waits.
 */
export function lagSeconds(heads: readonly PendingHead[], now: EpochMs): number {
  const ages = heads.filter(({ refusedBy }) => refusedBy === null || isAdmissible(refusedBy)).map(({ firstDueAt }) => now - firstDueAt);
  return Math.max(0, ...ages) / secondMs;
}

function gapsOf({ deadHeads, latest }: OrderedHeadsState): Health["ordered_gaps"] {
  if (!latest) return { count: deadHeads, latest: null };
  return { count: deadHeads, latest: { delivery_id: latest.deliveryId, sequence: latest.sequence, reason: latest.reason, at: latest.at } };
}

function unit(value: number): number {
  return Math.min(1, Math.max(0, value));
}
