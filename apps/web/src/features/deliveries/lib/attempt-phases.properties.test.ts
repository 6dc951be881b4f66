import fc from "fast-check";
import { expect, test } from "vitest";
import { attemptPhases } from "./attempt-phases.ts";

const span = fc.option(fc.integer({ min: 0, max: 5_000 }), { nil: null });
const timings = fc.record({ dns_ms: span, connect_ms: span, tls_ms: span, first_byte_ms: span });

test("the phases of an attempt follow each other without gaps and fill exactly its duration, however its timings were rounded", () => {
  fc.assert(
    fc.property(timings, fc.integer({ min: 0, max: 10_000 }), (measured, duration_ms) => {
      const phases = attemptPhases({ timings: measured, duration_ms });
      let at = 0;
      for (const phase of phases) {
        expect(phase.startMs).toBe(at);
        expect(phase.spanMs).toBeGreaterThan(0);
        at += phase.spanMs;
      }
      expect(at).toBe(duration_ms);
    }),
  );
});

test("an attempt without an answer waited to its end", () => {
  const phases = attemptPhases({ timings: { dns_ms: 5, connect_ms: 10, tls_ms: null, first_byte_ms: null }, duration_ms: 10_000 });
  expect(phases.at(-1)).toEqual({ name: "Wait", startMs: 15, spanMs: 9_985 });
});
