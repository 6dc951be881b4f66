import fc from "fast-check";
import { expect, test } from "vitest";
import { classify } from "../classify/classify.ts";
import { sfc32 } from "../random/sfc32.ts";
import { defaultBreakerConfig } from "./breaker-config.ts";
import { adoptOpen, exportCircuit } from "./stored-circuit.ts";
import { type SubscriptionBreakerState, subscriptionBreaker } from "./subscription-breaker.ts";
import { transitionBetween } from "./transition.ts";

const config = { ...defaultBreakerConfig, min_attempts: 3, timeout_count: 2 };
const start = 1_700_000_000_000;
const results = {
  ok: classify({ kind: "response", status: 200 }, 0),
  rejected: classify({ kind: "response", status: 404 }, 0),
  failed: classify({ kind: "response", status: 500 }, 0),
  silent: classify({ kind: "error", error: "timeout" }, 0),
  ours: classify({ kind: "error", error: "shutdown" }, 0),
};

type Step = {
  kind: "grant" | "end" | "giveBack" | "adopt" | "restart" | "wait";
  pick: number;
  result: keyof typeof results;
  ms: number;
  frozen: boolean;
};
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom("grant", "grant", "end", "end", "giveBack", "adopt", "restart", "wait"),
    pick: fc.nat(20),
    result: fc.constantFrom(...(Object.keys(results) as (keyof typeof results)[])),
    ms: fc.oneof(fc.nat(500), fc.nat(120_000)),
    frozen: fc.boolean(),
  }),
  { maxLength: 120 },
);

interface World {
  state: SubscriptionBreakerState;
  now: number;
  /** Generations of the permits in flight. */
  flight: { generation: number; at: number }[];
}

/** Plays steps on one breaker, beside an independent book of permits in flight; `look` sees each change. */
function play(sequence: readonly Step[], seed: number, look: (before: SubscriptionBreakerState, world: World, step: Step) => void) {
  const breaker = subscriptionBreaker(config, sfc32(seed));
  const world: World = { state: breaker.initial(start), now: start, flight: [] };
  for (const step of sequence) {
    world.now += step.ms;
    const before = world.state;
    const { frozen } = step;
    if (step.kind === "grant" && breaker.check(before, world.now, { frozen }).ok) {
      world.state = breaker.take(before, world.now);
      world.flight.push({ generation: world.state.generation, at: world.now });
    } else if ((step.kind === "end" || step.kind === "giveBack") && world.flight.length > 0) {
      const [permit] = world.flight.splice(step.pick % world.flight.length, 1) as [World["flight"][number]];
      const { generation } = permit;
      world.state =
        step.kind === "end"
          ? breaker.observe(before, { generation, classification: results[step.result], frozen }, world.now)
          : breaker.giveBack(before, world.now, generation);
    } else if (step.kind === "adopt") {
      world.state = adoptOpen(before, { level: step.pick % 5, until: world.now + step.ms, at: world.now - step.pick * 100 }, world.now);
    } else if (step.kind === "restart") {
      world.flight = [];
      world.state = breaker.restore(JSON.parse(JSON.stringify(exportCircuit(before))), world.now);
    }
    look(before, world, step);
  }
  return world;
}

test("open means at most one in flight: of the current generation while not closed there is one live probe or none", () => {
  fc.assert(
    fc.property(steps, fc.integer(), (sequence, seed) => {
      play(sequence, seed, (_before, { state, now, flight }) => {
        if (state.phase === "closed") return;
        const probes = flight.filter(({ generation, at }) => generation === state.generation && now - at < config.probe_lease_ms);
        expect(probes.length).toBeLessThanOrEqual(state.phase === "half_open" ? 1 : 0);
      });
    }),
  );
});

test("a late result is identity, whatever it was", () => {
  fc.assert(
    fc.property(steps, fc.integer(), fc.constantFrom(...Object.values(results)), fc.boolean(), (sequence, seed, classification, frozen) => {
      const breaker = subscriptionBreaker(config, sfc32(seed));
      play(sequence, seed, (_before, { state, now }) => {
        for (const generation of [state.generation - 1, 0, -1]) {
          if (generation === state.generation) continue;
          expect(breaker.observe(state, { generation, classification, frozen }, now)).toBe(state);
          expect(breaker.giveBack(state, now, generation)).toBe(state);
        }
      });
    }),
  );
});

test("only the own probe's answer closes a circuit, and nothing does while frozen", () => {
  fc.assert(
    fc.property(steps, fc.integer(), (sequence, seed) => {
      play(sequence, seed, (before, { state }, step) => {
        if (before.phase === "closed" || state.phase !== "closed") return;
        expect([before.phase, step.kind, step.frozen]).toEqual(["half_open", "end", false]);
        expect(["ok", "rejected"]).toContain(step.result);
      });
    }),
  );
});

test("a refusal ends later than now, and a granted permit while not closed is the probe", () => {
  fc.assert(
    fc.property(steps, fc.integer(), fc.boolean(), (sequence, seed, frozen) => {
      const breaker = subscriptionBreaker(config, sfc32(seed));
      play(sequence, seed, (_before, { state, now }) => {
        const verdict = breaker.check(state, now, { frozen });
        if (!verdict.ok) return expect(verdict.until).toBeGreaterThan(now);
        expect(breaker.take(state, now).phase).toBe(state.phase === "closed" ? "closed" : "half_open");
      });
    }),
  );
});

test("every change of phase is a transition, generations grow one by one, and the time open stays within its bounds", () => {
  fc.assert(
    fc.property(steps, fc.integer(), (sequence, seed) => {
      play(sequence, seed, (before, { state, now }, step) => {
        if (step.kind === "restart") return;
        const transition = transitionBetween(before, state);
        expect(transition === null).toBe(before.generation === state.generation);
        if (!transition) return expect(state.phase).toBe(before.phase);
        expect(state.generation).toBe(before.generation + 1);
        expect(transition.at).toBe(now);
        if (transition.kind !== "opened" || step.kind === "adopt") return;
        expect(transition.until - now).toBeGreaterThanOrEqual(0.9 * config.open_ms);
        expect(transition.until - now).toBeLessThanOrEqual(1.1 * config.max_open_ms);
      });
    }),
  );
});

test("a state is plain JSON data: one that went through a store decides the same from then on", () => {
  fc.assert(
    fc.property(steps, fc.integer(), fc.boolean(), (sequence, seed, frozen) => {
      const breaker = subscriptionBreaker(config, sfc32(seed));
      const { state, now } = play(sequence, seed, () => {});
      const stored = JSON.parse(JSON.stringify(state)) as SubscriptionBreakerState;
      expect(stored).toEqual(state);
      expect(breaker.check(stored, now, { frozen })).toEqual(breaker.check(state, now, { frozen }));
    }),
  );
});

test("an idle state may be forgotten: a fresh one decides the same", () => {
  fc.assert(
    fc.property(steps, fc.integer(), fc.array(fc.constantFrom("ok", "failed", "silent"), { maxLength: 6 }), (sequence, seed, next) => {
      const breaker = subscriptionBreaker(config, sfc32(seed));
      const { state, now } = play(sequence, seed, () => {});
      const later = now + 600_000;
      if (!breaker.isIdle(state, later)) return;
      let [kept, fresh] = [state, breaker.initial(later)];
      for (const result of next) {
        const classification = results[result as keyof typeof results];
        kept = breaker.observe(kept, { generation: kept.generation, classification, frozen: false }, later);
        fresh = breaker.observe(fresh, { generation: fresh.generation, classification, frozen: false }, later);
        expect(kept.phase).toBe(fresh.phase);
      }
    }),
  );
});
