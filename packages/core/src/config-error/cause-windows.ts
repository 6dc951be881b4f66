import type { Cause } from "../classify/cause.ts";
import type { AttemptEnd } from "../policy/permit.ts";
import type { EpochMs } from "../time/durations.ts";
import { timeWindow, type WindowState } from "../windows/time-window.ts";
import { type ConfigErrorCause, isConfigErrorCause } from "./config-error-cause.ts";
import { type CauseCounts, type ConfigErrorConfig, type ConfigErrorFinding, judgeConfigError, longWindowFactor } from "./judge.ts";

/** How many causes are told apart at once. Further ones count as finished attempts only, which can hide a finding and never make one. */
export const maxCauses = 8;

export interface CauseWindowsState {
  readonly lastSuccessAt: EpochMs | null;
  /** All finished attempts of the hour. */
  readonly hour: WindowState;
  /** Failed attempts of the day: the day counts only when nothing else happened. */
  readonly day: WindowState;
  readonly causes: { readonly [cause in ConfigErrorCause]?: { readonly hour: WindowState; readonly day: WindowState } };
}

export interface CauseEvidence {
  readonly finished: number;
  readonly matching: number;
  /** How far back is counted. */
  readonly windowMs: number;
}

/** Counts attempts by cause, so that {@link judgeConfigError} can be asked where no stored counts are at hand. An endpoint that never fails costs one window. */
export interface CauseWindows {
  initial(): CauseWindowsState;
  observe(state: CauseWindowsState, end: AttemptEnd, now: EpochMs): CauseWindowsState;
  judge(state: CauseWindowsState, now: EpochMs): ConfigErrorFinding | null;
  /** What speaks for a cause that was found: the counts of the hour where they are enough to judge by, of the day otherwise. */
  evidence(state: CauseWindowsState, cause: ConfigErrorCause, now: EpochMs): CauseEvidence;
  /** Nothing counts any more: the state may be forgotten. */
  isIdle(state: CauseWindowsState, now: EpochMs): boolean;
}

export function causeWindows(config: ConfigErrorConfig): CauseWindows {
  const hourSpan = timeWindow({ spanMs: config.window_ms, counters: 1 });
  const daySpan = timeWindow({ spanMs: config.window_ms * longWindowFactor, counters: 1 });

  function counted(causes: CauseWindowsState["causes"], cause: Cause, now: EpochMs): CauseWindowsState["causes"] {
    if (!isConfigErrorCause(cause)) return causes;
    const live = Object.entries(causes).filter(([, { day }]) => !daySpan.isEmpty(day, now));
    const known = causes[cause];
    if (!known && live.length >= maxCauses) return causes;
    const { hour, day } = known ?? { hour: hourSpan.empty, day: daySpan.empty };
    return { ...Object.fromEntries(live), [cause]: { hour: hourSpan.add(hour, now, 0), day: daySpan.add(day, now, 0) } };
  }

  function countsOf(state: CauseWindowsState, span: "hour" | "day", now: EpochMs): CauseCounts {
    const window = span === "hour" ? hourSpan : daySpan;
    const byCause = Object.fromEntries(Object.entries(state.causes).map(([cause, spans]) => [cause, window.sum(spans[span], now, 0)]));
    const { lastSuccessAt } = state;
    const isSuccessRecent = lastSuccessAt !== null && now - lastSuccessAt < config.window_ms * longWindowFactor;
    return { finished: window.sum(state[span], now, 0), succeeded: isSuccessRecent ? 1 : 0, byCause };
  }

  return {
    initial: () => ({ lastSuccessAt: null, hour: hourSpan.empty, day: daySpan.empty, causes: {} }),
    observe(state, { classification: { success, cause, owner } }, now) {
      if (owner === "us") return state;
      const hour = hourSpan.add(state.hour, now, 0);
      if (success) return { ...state, hour, lastSuccessAt: now };
      return { ...state, hour, day: daySpan.add(state.day, now, 0), causes: counted(state.causes, cause, now) };
    },
    isIdle: ({ hour, day }, now) => hourSpan.isEmpty(hour, now) && daySpan.isEmpty(day, now),
    evidence(state, cause, now) {
      const hour = countsOf(state, "hour", now);
      const isHour = hour.finished >= config.min;
      const { finished, byCause } = isHour ? hour : countsOf(state, "day", now);
      return { finished, matching: byCause[cause] ?? 0, windowMs: config.window_ms * (isHour ? 1 : longWindowFactor) };
    },
    judge: (state, now) => judgeConfigError(countsOf(state, "hour", now), countsOf(state, "day", now), config),
  };
}
