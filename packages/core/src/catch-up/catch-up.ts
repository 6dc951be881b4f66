import type { DeliveryClass } from "../policy/delivery-class.ts";
import type { Policy } from "../policy/policy.ts";
import { allowed, refusedUntil } from "../policy/verdict.ts";
import { forgive, mayOwe, mayOweAt, noDebt, owe, owedAt, perSecond, type RateDebt } from "../rate-debt/rate-debt.ts";

export interface CatchUpLoad {
  /** The lane's rate limit now, ramp included, per second; above 0. */
  readonly limitPerS: number;
  /** New deliveries that arrive for the lane, per second. */
  readonly newPerS: number;
  /** The part of its grants that a lane's oldest work always has: `floor.share`. */
  readonly floorShare: number;
}

export interface CatchUpAsk extends CatchUpLoad {
  readonly class: DeliveryClass;
}

/**
 * How fast a lane may work off its backlog: what new work leaves of the lane's limit, and at least the backlog floor's
 * share. So new work and backlog together never exceed the limit while new work leaves that share, and beyond it the
 * lane's own rate holds both back.
 *
 * @returns deliveries per second, above 0
 */
export function catchUpPerS({ limitPerS, newPerS, floorShare }: CatchUpLoad): number {
  return Math.max(limitPerS * floorShare, limitPerS - newPerS);
}

/** Retries count as backlog: after an outage they are pulled forward and are most of it. Ordered heads go one at a time anyway. */
const backlogClasses: ReadonlySet<DeliveryClass> = new Set(["retry", "catch_up"]);

/** Bounds the rate of a lane's backlog (retries and bulk replays) to {@link catchUpPerS}, with a burst of one second's worth. New work is never refused. */
export const catchUp: Policy<null, RateDebt, CatchUpAsk> = {
  initial: () => noDebt,
  check(state, now, ask) {
    if (!backlogClasses.has(ask.class)) return allowed;
    const limit = perSecond(catchUpPerS(ask));
    return mayOwe(state, 1, limit, now) ? allowed : refusedUntil("catch_up", mayOweAt(state, 1, limit, now));
  },
  take: (state, now, ask) => (backlogClasses.has(ask.class) ? owe(state, 1, perSecond(catchUpPerS(ask)), now) : state),
  giveBack: (state, _now, permit) => (backlogClasses.has(permit.class) ? forgive(state, 1) : state),
  observe: (state) => state,
  isIdle: (state, now) => owedAt(state, now) === 0,
};

/** A bulk replay queues no more than this many seconds of what its lane may send: a cancelled one stops soon, and it sheds nobody. */
export const replayAheadS = 10;

/**
 * How many more rows a bulk replay may queue now.
 *
 * @param queued the lane's rows of replays that wait for their first attempt
 */
export function replayAllowance(load: CatchUpLoad, queued: number): number {
  return Math.max(0, Math.ceil(catchUpPerS(load) * replayAheadS) - queued);
}

/** How long a bulk replay of so many deliveries takes at the rate of now, or at the one chosen for it where that is less, in whole seconds. */
export function replaySeconds(load: CatchUpLoad, selected: number, maxPerS: number | null): number {
  return Math.ceil(selected / Math.min(catchUpPerS(load), maxPerS ?? Number.POSITIVE_INFINITY));
}
