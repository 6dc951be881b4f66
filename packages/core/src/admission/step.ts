import type { AttemptEnd, Permit } from "../policy/permit.ts";
import type { Policy } from "../policy/policy.ts";
import { allowed, type Verdict } from "../policy/verdict.ts";
import { checkSubscription, type SubscriptionState } from "../subscription/subscription-gate.ts";
import type { EpochMs } from "../time/durations.ts";

/** Everything a policy may want to know about one permit that is asked for. */
export interface Ask extends Permit {
  readonly subscriptionState: SubscriptionState;
  readonly laneCap: number | undefined;
  readonly hostCap: number | undefined;
  /** Permits the lane holds at this host. */
  readonly heldByLaneAtHost: number;
  /** Lanes that hold permits of the host or asked for some when the round began. */
  readonly activeLanesOfHost: number;
  /** Permits the tenant holds in this worker. */
  readonly heldByTenant: number;
  /** Tenants that hold permits of this worker or asked for some when the round began. */
  readonly activeTenants: number;
  /** The round's second pass: fair shares are lifted. */
  readonly lending: boolean;
}

/**
 * One place in the order of admission: a policy together with the states of everything it is applied to. A further
 * policy is one more step in the list; nothing else of admission changes.
 */
export interface AdmissionStep {
  readonly name: string;
  /** `fleet`: attempts of other workers count too. `worker`: only this worker's. */
  readonly scope: "fleet" | "worker";
  check(ask: Ask, now: EpochMs): Verdict;
  take(ask: Ask, now: EpochMs): void;
  giveBack(permit: Permit, now: EpochMs): void;
  finish(end: AttemptEnd, now: EpochMs): void;
  /** Forgets idle states; what was forgotten is decided as before. */
  forget(now: EpochMs): void;
  /** Plain JSON data by key. */
  states(): Record<string, unknown>;
}

export interface KeyedStepOptions<Config, State, PolicyAsk> {
  readonly name: string;
  readonly scope: AdmissionStep["scope"];
  readonly policy: Policy<Config, State, PolicyAsk>;
  readonly config: Config;
  /** Which state a permit belongs to: the lane's, the host's, … */
  readonly keyOf: (permit: Permit) => string;
  readonly askOf: (ask: Ask) => PolicyAsk;
}

/** A policy with one state per key. States that are idle after a change are dropped at once, so memory follows what is in use. */
export function keyedStep<Config, State, PolicyAsk>(options: KeyedStepOptions<Config, State, PolicyAsk>): AdmissionStep {
  const { name, scope, policy, config, keyOf, askOf } = options;
  const states = new Map<string, State>();

  function change(permit: Permit, now: EpochMs, next: (state: State) => State): void {
    const key = keyOf(permit);
    const state = next(states.get(key) ?? policy.initial(config, now));
    if (policy.isIdle(state, now)) states.delete(key);
    else states.set(key, state);
  }

  return {
    name,
    scope,
    check: (ask, now) => policy.check(states.get(keyOf(ask)) ?? policy.initial(config, now), now, askOf(ask)),
    take: (ask, now) => change(ask, now, (state) => policy.take(state, now, askOf(ask))),
    giveBack: (permit, now) => change(permit, now, (state) => policy.giveBack(state, now, permit)),
    finish: (end, now) => change(end.permit, now, (state) => policy.observe(state, end, now)),
    forget(now) {
      for (const [key, state] of states) if (policy.isIdle(state, now)) states.delete(key);
    },
    states: () => Object.fromEntries(states),
  };
}

function nothing(): void {}

/** The step without a state: the offer itself says what the subscription is. */
export const subscriptionStep: AdmissionStep = {
  name: "subscription",
  scope: "fleet",
  check: (ask) => checkSubscription(ask.subscriptionState),
  take: nothing,
  giveBack: nothing,
  finish: nothing,
  forget: nothing,
  states: () => ({}),
};

/** The first step that says no, or yes. Reads only. */
export function checkAll(steps: readonly AdmissionStep[], ask: Ask, now: EpochMs): Verdict {
  for (const step of steps) {
    const verdict = step.check(ask, now);
    if (!verdict.ok) return verdict;
  }
  return allowed;
}
