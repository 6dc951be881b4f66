import { expect } from "vitest";
import { type AttemptResult, classify } from "../../classify/index.ts";
import { defaultPolicyConfig, type PolicyConfig } from "../../config/index.ts";
import { sfc32 } from "../../random/sfc32.ts";
import { Admission } from "../admission.ts";
import type { Grant, Offer } from "../offer.ts";
import type { AdmissionTransition } from "../transition.ts";

export const second = 1_000;
export const minute = 60_000;
export const ok: AttemptResult = { kind: "response", status: 200 };
export const failed: AttemptResult = { kind: "response", status: 503 };
export const silent: AttemptResult = { kind: "error", error: "timeout" };

/** One worker's admission, what it told, and the time. */
interface World {
  admission: Admission;
  transitions: AdmissionTransition[];
  now: number;
}

/** The admission under test; `begin` makes it anew. */
export const world = {} as World;

/** Starts over: nothing known, nothing in flight. */
export function begin(config: Partial<PolicyConfig> = {}): void {
  world.transitions = [];
  world.now = 1_700_000_000_000;
  const onTransition = (transition: AdmissionTransition) => void world.transitions.push(transition);
  world.admission = new Admission({ ...defaultPolicyConfig, ...config }, { random: sfc32(7), onTransition });
}

/** An offer of a lane named like `tenant/lane@host`. */
export function offer(name: string, wanted = 1, other: Partial<Offer> = {}): Offer {
  const [laneId, host = `${name}:443`] = name.split("@") as [string, string?];
  return { laneId, tenantId: laneId.split("/")[0] as string, host, class: "first", wanted, subscriptionState: "active", ...other };
}

export const grantsOf = (...offers: Offer[]) => world.admission.grant(offers, world.now).grants;
export const refusalOf = (one: Offer) => world.admission.grant([one], world.now).refusals[0];
export const reasonOf = (one: Offer) => refusalOf(one)?.reason ?? null;

/** Ends all that a grant allowed with one result. */
export function end(grant: Grant, result: AttemptResult, durationMs = 20): void {
  for (let i = 0; i < grant.n; i++) expect(world.admission.finish(grant, classify(result, world.now), durationMs, world.now)).toBe(true);
}

/** So many attempts one after the other, a second apart. @returns how many were granted */
export function send(name: string, results: readonly AttemptResult[], other: Partial<Offer> = {}): number {
  let granted = 0;
  for (const result of results) {
    world.now += second;
    for (const grant of grantsOf(offer(name, 1, other))) {
      granted += grant.n;
      end(grant, result);
    }
  }
  return granted;
}
export const times = (n: number, result: AttemptResult) => new Array<AttemptResult>(n).fill(result);

/** What circuits and the fleet told so far, in words. */
export const openedKinds = () => world.transitions.map((each) => `${each.scope} ${each.scope === "fleet" ? "" : each.id} ${each.kind}`);
