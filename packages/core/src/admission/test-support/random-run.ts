import fc from "fast-check";
import { type AttemptResult, type Classification, classify } from "../../classify/index.ts";
import { defaultPolicyConfig, type PolicyConfig } from "../../config/index.ts";
import { sfc32 } from "../../random/sfc32.ts";
import { Admission } from "../admission.ts";
import type { Grant, Offer, Refusal } from "../offer.ts";
import type { AdmissionTransition } from "../transition.ts";

/** Thresholds low enough that short runs meet every policy. */
export const eagerConfig: PolicyConfig = {
  ...defaultPolicyConfig,
  breaker: { ...defaultPolicyConfig.breaker, min_attempts: 4, timeout_count: 2, open_ms: 2_000, max_open_ms: 20_000 },
  ramp: { start: 0.1, window_ms: 20_000 },
  host: { ...defaultPolicyConfig.host, cap: 8 },
  pool: { size: 16, sick_share: 0.25, tenant_share: 0.75 },
  lease_ms: 10_000,
  deadline: { connect_ms: 1_000, total_ms: 5_000 },
};

const results: { readonly [name: string]: AttemptResult } = {
  ok: { kind: "response", status: 200 },
  rejected: { kind: "response", status: 404 },
  throttled: { kind: "response", status: 429, retryAfter: ["1"] },
  failed: { kind: "response", status: 503 },
  silent: { kind: "error", error: "timeout" },
  ours: { kind: "error", error: "shutdown" },
};

const lanes = ["t/a@x", "t/b@x", "u/c@x", "u/d@y", "v/e@z"];

const offer = fc.record({
  lane: fc.nat(lanes.length - 1),
  class: fc.constantFrom("first", "retry", "catch_up"),
  wanted: fc.integer({ min: 1, max: 6 }),
  ageMs: fc.nat(200_000),
});

const step = fc.record({
  waitMs: fc.oneof(fc.nat(300), fc.nat(8_000)),
  arrive: fc.nat(20),
  offers: fc.uniqueArray(offer, { maxLength: 7, selector: (each) => `${each.lane} ${each.class}` }),
  ends: fc.array(
    fc.record({
      pick: fc.nat(30),
      result: fc.constantFrom(...Object.keys(results), "ok", "ok", "silent"),
      durationMs: fc.nat(3_000),
      unused: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
});

export const runs = fc.record({ seed: fc.integer(), steps: fc.array(step, { minLength: 1, maxLength: 80 }) });
export type RandomRun = typeof runs extends fc.Arbitrary<infer T> ? T : never;

export interface HeldPermit {
  readonly grant: Grant;
  readonly at: number;
}

/** What a test sees of a run. */
export interface Look {
  arrived?(laneId: string, n: number, play: Play): void;
  granted?(grants: readonly Grant[], refusals: readonly Refusal[], offers: readonly Offer[], play: Play): void;
  ended?(held: HeldPermit, classification: Classification, play: Play): void;
  unused?(held: HeldPermit, play: Play): void;
  transition?(transition: AdmissionTransition, play: Play): void;
  stepped?(play: Play): void;
}

/** One admission on a clock that is a number, with a book of its permits kept beside it. */
export class Play {
  readonly admission: Admission;
  readonly held: HeldPermit[] = [];
  now = 1_700_000_000_000;
  readonly #look: Look;

  constructor(look: Look, seed: number, config = eagerConfig) {
    this.#look = look;
    this.admission = new Admission(config, { random: sfc32(seed), onTransition: (transition) => look.transition?.(transition, this) });
  }

  static run({ seed, steps }: RandomRun, look: Look, config = eagerConfig): Play {
    const play = new Play(look, seed, config);
    for (const each of steps) play.step(each);
    return play;
  }

  step({ waitMs, arrive, offers, ends }: RandomRun["steps"][number]): void {
    this.now += waitMs;
    this.admission.tick(this.now);
    const asked = offers.map((each) => this.#offerOf(each));
    for (const { laneId } of asked) {
      this.admission.arrived(laneId, arrive, this.now);
      this.#look.arrived?.(laneId, arrive, this);
    }
    const { grants, refusals } = this.admission.grant(asked, this.now);
    for (const grant of grants) for (let i = 0; i < grant.n; i++) this.held.push({ grant, at: this.now });
    this.#look.granted?.(grants, refusals, asked, this);
    for (const { pick, result, durationMs, unused } of ends) {
      const [held] = this.held.splice(pick % Math.max(1, this.held.length), 1);
      if (!held) break;
      if (unused && pick % 5 === 0) this.#giveBack(held);
      else this.#finish(held, classify(results[result] as AttemptResult, this.now), durationMs);
    }
    this.#look.stepped?.(this);
  }

  #giveBack(held: HeldPermit): void {
    this.admission.giveBack(held.grant, 1, this.now);
    this.#look.unused?.(held, this);
  }

  #finish(held: HeldPermit, classification: Classification, durationMs: number): void {
    // Nothing takes longer than since it was granted.
    this.admission.finish(held.grant, classification, Math.min(durationMs, this.now - held.at), this.now);
    this.#look.ended?.(held, classification, this);
  }

  #offerOf({ lane, class: deliveryClass, wanted, ageMs }: RandomRun["steps"][number]["offers"][number]): Offer {
    const [laneId, host] = (lanes[lane] as string).split("@") as [string, string];
    return {
      laneId,
      tenantId: laneId.split("/")[0] as string,
      host,
      class: deliveryClass as Offer["class"],
      wanted,
      subscriptionState: "active",
      laneCap: 6,
      firstDueAt: this.now - ageMs,
    };
  }
}
