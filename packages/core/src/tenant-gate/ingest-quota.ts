import { forgive, mayOwe, mayOweAt, noDebt, owe, perSecond, type RateDebt } from "../rate-debt/rate-debt.ts";
import type { EpochMs } from "../time/durations.ts";

/** Events that a tenant has sent in lately. */
export type IngestQuotaState = RateDebt;

export interface IngestAsk {
  /** Events in the call: a batch counts each. */
  readonly events: number;
  /** `ingest_per_s` of the plan, divided by the web processes that share it. */
  readonly perS: number;
}

export type IngestVerdict =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** How long to wait, above 0: what the answer's Retry-After says, rounded up to seconds. */
      readonly retryAfterMs: number;
    };

/**
 * How many events per second a tenant may send in, with a burst of one second's worth. A batch larger than the burst is
 * accepted when nothing is owed, so no valid batch is refused for ever; the calls after it wait for it.
 */
export const ingestQuota = {
  initial: (): IngestQuotaState => noDebt,
  check(state: IngestQuotaState, now: EpochMs, { events, perS }: IngestAsk): IngestVerdict {
    const limit = perSecond(perS);
    if (mayOwe(state, events, limit, now)) return { ok: true };
    return { ok: false, retryAfterMs: mayOweAt(state, events, limit, now) - now };
  },
  take: (state: IngestQuotaState, now: EpochMs, { events, perS }: IngestAsk): IngestQuotaState => owe(state, events, perSecond(perS), now),
  /** Events that were not accepted after all. */
  giveBack: (state: IngestQuotaState, events: number): IngestQuotaState => forgive(state, events),
} as const;
