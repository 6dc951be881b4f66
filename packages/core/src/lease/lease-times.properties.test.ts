import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultPolicyConfig, parsePolicyConfig } from "../config/index.ts";
import { leaseTimes } from "./lease-times.ts";

test("whatever policy is accepted, a claim leaves time to send, and no request outlives its lease", () => {
  const policies = fc.record({ lease_ms: fc.integer({ min: 2_000, max: 600_000 }), total_ms: fc.integer({ min: 1, max: 300_000 }) });
  fc.assert(
    fc.property(policies, ({ lease_ms, total_ms }) => {
      const parsed = parsePolicyConfig(JSON.stringify({ lease_ms, deadline: { total_ms, connect_ms: 1 } }));
      fc.pre(parsed.ok);
      const { sendWithinMs, overAfterMs } = leaseTimes(parsed.config);
      expect(sendWithinMs).toBeGreaterThan(0);
      expect(overAfterMs).toBe(sendWithinMs + total_ms);
      expect(overAfterMs).toBeLessThan(lease_ms);
    }),
  );
});

test("by default what a dead worker had in flight is over 40 s after its claim, not only when its lease of 90 s ends", () => {
  expect(leaseTimes(defaultPolicyConfig)).toEqual({ sendWithinMs: 10_000, overAfterMs: 40_000 });
});
