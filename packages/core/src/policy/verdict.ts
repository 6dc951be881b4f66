import type { RefusalReason } from "../reasons/waiting-reason.ts";
import type { EpochMs } from "../time/durations.ts";

/** What ends a refusal whose end no clock knows. */
export type EndingEvent = "permit_released" | "subscription_resumed" | "subscription_enabled" | "delivery_ended";

/** "Not now", with what ends it: a moment, or an event. */
export type Refused = {
  readonly ok: false;
  readonly reason: RefusalReason;
  /** Only a fair share is used up: the round may still lend what nobody else wants. */
  readonly lendable?: true;
} & ({ readonly until: EpochMs; readonly endedBy: null } | { readonly until: null; readonly endedBy: EndingEvent });

export type Verdict = { readonly ok: true } | Refused;

export const allowed: Verdict = { ok: true };

export function refusedUntil(reason: RefusalReason, until: EpochMs): Refused {
  return { ok: false, reason, until, endedBy: null };
}

export function refusedBy(reason: RefusalReason, endedBy: EndingEvent): Refused {
  return { ok: false, reason, until: null, endedBy };
}

/** A share is used up while the whole is not. */
export function shareUsed(reason: RefusalReason): Refused {
  return { ok: false, reason, until: null, endedBy: "permit_released", lendable: true };
}
