import { Admission, type Grant, type Offer, type PolicyConfig, type Refusal, type Settlement, settle } from "@hooklane/core";
import { describe, expect, test } from "vitest";
import { runRandomWorld, type Tampering } from "../random-worlds/run-random-world.ts";
import type { GatekeeperOptions } from "../world/gatekeeper.ts";

type Round = { grants: Grant[]; refusals: Refusal[] };

interface Fault {
  readonly before?: (offers: readonly Offer[]) => readonly Offer[];
  readonly after?: (round: Round, now: number) => Round;
}

/** Core's admission with one thing wrong. */
class Broken extends Admission {
  readonly #before: NonNullable<Fault["before"]>;
  readonly #after: NonNullable<Fault["after"]>;

  constructor(options: GatekeeperOptions, { before, after }: Fault) {
    super(options.config, options);
    this.#before = before ?? ((offers) => offers);
    this.#after = after ?? ((round) => round);
  }

  override grant(offers: readonly Offer[], now: number): Round {
    return this.#after(super.grant(this.#before(offers), now), now);
  }
}

/** The rules broken in the first worlds in which a fault shows. */
function rulesBrokenBy(tampering: Tampering): string[] {
  const broken = new Set<string>();
  for (let seed = 1; seed <= 12; seed++) for (const { rule } of runRandomWorld(seed, tampering).details) broken.add(rule);
  return [...broken];
}

function withAdmission(fault: Fault): Tampering {
  return { makeGatekeeper: (options) => new Broken(options, fault) };
}

/** Core as it is, under other numbers than it promises. */
function withConfig(change: (config: PolicyConfig) => PolicyConfig): Tampering {
  return { makeGatekeeper: (options) => new Admission(change(options.config), options) };
}

describe("a planted fault is caught", { timeout: 60_000 }, () => {
  test("a host gate that lets everything through", () => {
    expect(rulesBrokenBy(withAdmission({ before: (offers) => offers.map((offer) => ({ ...offer, hostCap: 1_000 })) }))).toContain("caps");
  });

  test("a plan's lane cap that is not looked at", () => {
    expect(rulesBrokenBy(withAdmission({ before: (offers) => offers.map(({ laneCap: _laneCap, ...offer }) => offer) }))).toContain("caps");
  });

  test("a refusal that ends at once", () => {
    const after = ({ grants, refusals }: Round, now: number): Round => ({
      grants,
      refusals: refusals.map((refusal) => ({ ...refusal, until: now, endedBy: null })),
    });
    expect(rulesBrokenBy(withAdmission({ after }))).toContain("refusals");
  });

  test("an offer that gets no answer", () => {
    expect(rulesBrokenBy(withAdmission({ after: ({ grants, refusals }) => ({ grants, refusals: refusals.slice(1) }) }))).toContain(
      "permits",
    );
  });

  test("permits that are never freed", () => {
    class Leaking extends Admission {
      override finish(): boolean {
        return true;
      }
    }
    expect(rulesBrokenBy({ makeGatekeeper: (options) => new Leaking(options.config, options) })).toContain("starvation");
  });

  test("a retry budget that affords everything", () => {
    const budget = { ratio: 1, floor_per_s: 1_000, burst: 100_000, host_burst: 100_000, fleet_burst: 1_000_000 };
    expect(rulesBrokenBy(withConfig((config) => ({ ...config, budget })))).toContain("budget");
  });

  test("a breaker that never opens", () => {
    const never = { min_attempts: 100_000, timeout_count: 100_000 };
    expect(rulesBrokenBy(withConfig((config) => ({ ...config, breaker: { ...config.breaker, ...never } })))).toContain("left alone");
  });

  test("a retry after the deadline", () => {
    const late = (...args: Parameters<typeof settle>): Settlement => {
      const settlement = settle(...args);
      return settlement.state === "pending" ? { ...settlement, nextAttemptAt: settlement.nextAttemptAt + 86_400_000 } : settlement;
    };
    expect(rulesBrokenBy({ settle: late })).toContain("schedule");
  });

  test("a Retry-After that is not heeded", () => {
    const deaf = (...[input, ...rest]: Parameters<typeof settle>): Settlement =>
      settle({ ...input, classification: { ...input.classification, retryAfterMs: null } }, ...rest);
    expect(rulesBrokenBy({ settle: deaf })).toContain("schedule");
  });
});
