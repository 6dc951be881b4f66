import { type EpochMs, minuteMs, secondMs } from "../time/durations.ts";

/** Keys of the policy configuration under `shed`. */
export interface ShedConfig {
  /** Pending deliveries of one subscription above which it may be shed; a plan may say otherwise. */
  readonly deliveries: number;
  /** The same in bytes of payload. */
  readonly bytes: number;
  /** Over this long the backlog must not have shrunk. */
  readonly window_ms: number;
}

export const defaultShedConfig: ShedConfig = { deliveries: 100_000, bytes: 1_000_000_000, window_ms: 5 * minuteMs };

/** What waits for one subscription. */
export interface Backlog {
  readonly deliveries: number;
  readonly bytes: number;
}

interface Sample extends Backlog {
  readonly at: EpochMs;
  /** All that had been shed by then. */
  readonly shed: Backlog;
}

export interface ShedState {
  readonly isShedding: boolean;
  /** Taken while over the threshold, oldest first; the first is at least a window old once there were enough. */
  readonly samples: readonly Sample[];
  readonly shed: Backlog;
}

/** A window is looked at through this many samples. */
const samplesPerWindow = 10;
const nothing: Backlog = { deliveries: 0, bytes: 0 };
const notShedding: ShedState = { isShedding: false, samples: [], shed: nothing };

/**
 * Whether new deliveries of a subscription are recorded dead (`backlog_shed`) instead of pending: its backlog is over the
 * threshold, in deliveries or in bytes, and has not shrunk over 5 min. The window begins when the threshold is passed, so
 * a burst that an endpoint works off is never shed, and what is owed is bounded by the threshold and one window of arrivals.
 *
 * What was shed meanwhile counts as if it were waiting: only an endpoint that takes more than arrives ends the shedding
 * above the threshold. Otherwise shedding would look like the recovery that ends it, and would begin and end in turns.
 */
export const shedding = {
  initial: (): ShedState => notShedding,

  /** The backlog was read. Call it about each second; the plan's numbers win over the configured ones. */
  observe(state: ShedState, backlog: Backlog, now: EpochMs, threshold: ShedConfig): ShedState {
    const over = (["deliveries", "bytes"] as const).filter((measure) => backlog[measure] > threshold[measure]);
    if (over.length === 0) return notShedding;
    const samples = sampled(state, backlog, now, threshold.window_ms);
    const before = samples[0];
    const isWindowFull = before !== undefined && before.at <= now - threshold.window_ms;
    const hasNotShrunk = (measure: keyof Backlog) => {
      if (!before) return false;
      return backlog[measure] + state.shed[measure] - before.shed[measure] >= before[measure];
    };
    return { ...state, samples, isShedding: isWindowFull && over.some(hasNotShrunk) };
  },

  /** New deliveries were recorded dead because the subscription is shedding. */
  shed: (state: ShedState, { deliveries, bytes }: Backlog): ShedState => ({
    ...state,
    shed: { deliveries: state.shed.deliveries + deliveries, bytes: state.shed.bytes + bytes },
  }),

  isIdle: (state: ShedState): boolean => state.samples.length === 0,
} as const;

/** The samples with the present added when the last is old enough, and without those that a younger one replaces as the window's beginning. */
function sampled({ samples, shed }: ShedState, backlog: Backlog, now: EpochMs, windowMs: number): readonly Sample[] {
  const last = samples.at(-1);
  const isDue = last === undefined || now - last.at >= windowMs / samplesPerWindow;
  const all = isDue ? [...samples, { at: now, deliveries: backlog.deliveries, bytes: backlog.bytes, shed }] : samples;
  const replaced = all.findLastIndex(({ at }) => at <= now - windowMs);
  return replaced > 0 ? all.slice(replaced) : all;
}

export type CallVerdict =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly code: "subscription_backlog_shed";
      /** When to try again: whole seconds in milliseconds. */
      readonly retryAfterMs: number;
    };

/**
 * Whether a call that brings an event is accepted: no, when it has matching subscriptions and every one of them is
 * shedding, so nothing would be sent.
 */
export function judgeCall(matching: number, sheddingAmongThem: number, { window_ms }: Pick<ShedConfig, "window_ms">): CallVerdict {
  if (matching === 0 || sheddingAmongThem < matching) return { ok: true };
  return { ok: false, code: "subscription_backlog_shed", retryAfterMs: Math.ceil(window_ms / samplesPerWindow / secondMs) * secondMs };
}
