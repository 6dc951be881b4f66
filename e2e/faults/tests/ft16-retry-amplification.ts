import { setTimeout as sleep } from "node:timers/promises";
import { defaultPolicyConfig } from "@hooklane/core";
import type { ReceivedCopy } from "@hooklane/testkit";
import type { FaultTest } from "../fault-test.ts";
import { failsOnce, longestFirstRetryMs } from "../harness/fails-once.ts";
import { startLoad } from "../harness/load.ts";
import { settle } from "../harness/settle.ts";
import { shortPolicy } from "../harness/short-policy.ts";
import type { Tenant } from "../harness/tenant.ts";

/** Circuits that never open: the budget alone must hold. */
const noBreaker = { min_attempts: 100_000, timeout_count: 100_000 };
const eager = { base_ms: 100, cap_ms: 1_000 };

const sizes = {
  ci: { mainPerSecond: 30, sideLanes: 12, partlySeconds: 12, totallySeconds: 20, policies: [{ ...shortPolicy, breaker: noBreaker }] },
  // Once as it is by default, once with the circuits out of the way and retries that are due at once; a minute each instead of ten
  full: { mainPerSecond: 50, sideLanes: 12, partlySeconds: 60, totallySeconds: 60, policies: [{}, { retry: eager, breaker: noBreaker }] },
};
const partly = 0.95;
/** Retries of the burst have gone by then. */
const burstSeconds = 8;
const limit = 1.1;
/** One probe of an open circuit at a time: so many in a run at the most, by the shortest time open. */
const probesOf = (seconds: number): number => Math.ceil(seconds / 27) + 1;
/** The other tenant's events, and which of them fail once: for more retries than these its own budget would not last. */
const patientPerSecond = 0.5;
const patientFailures = 4;
/** Beside the wait itself. A retry that had to wait for a drained budget would wait for minutes. */
const retrySlackMs = 10_000;

/** A lane that fails for long, and many small ones beside it: retries stay a tenth of what is offered, and another tenant's retry is on time. */
export const ft16: FaultTest = {
  id: "FT16",
  title: "retry amplification of failing endpoints",
  profiles: ["ci", "full"],
  async run({ profile, verdict, world: open, say }) {
    const size = profile === "ci" ? sizes.ci : sizes.full;
    let worst = 0;
    for (const policy of size.policies) {
      const side = Array.from({ length: size.sideLanes }, (_, i) => `side_${i}`);
      const failing = ["main", ...side];
      const world = await open({
        policy,
        receivers: Object.fromEntries(failing.map((name, seed) => [name, { kind: "flaky", failureRate: partly, seed }])),
        scripted: { fails_once: failsOnce(patientFailures) },
      });
      const noisy = await world.tenant("Noisy");
      const main = await noisy.subscribe("main");
      const sides = await Promise.all(side.map((name) => noisy.subscribe(name)));
      const other = await world.tenant("Other");
      const patient = await other.subscribe("fails_once");
      const noise = startLoad(await noisy.producer(), { ratePerSecond: size.mainPerSecond, groups: [[main]] });
      const sideNoise = startLoad(await noisy.producer(), { ratePerSecond: size.sideLanes, groups: sides.map((lane) => [lane]) });
      const patience = startLoad(await other.producer(), { ratePerSecond: patientPerSecond, groups: [[patient]] });

      await sleep(size.partlySeconds * 1_000);
      for (const name of failing) await world.receivers?.set(name, { kind: "status", status: 500 });
      say("from now on all of them fail");
      await sleep(burstSeconds * 1_000);
      const fromMs = Date.now();
      await sleep((size.totallySeconds - burstSeconds) * 1_000);
      const toMs = Date.now();
      await Promise.all([noise.stop(), sideNoise.stop(), patience.stop()]);

      const copies = world.copies();
      const offered = offeredIn(noisy, main.id, fromMs, toMs);
      const retries = copies.filter((copy) => copy.endpoint === "main" && isIn(copy, fromMs, toMs) && (copy.attempt ?? 1) > 1).length;
      const probes = "breaker" in policy ? 0 : probesOf(size.totallySeconds);
      const amplification = 1 + Math.max(0, retries - probes) / offered;
      worst = Math.max(worst, amplification);
      verdict.figure("offered_at_total_failure", offered);
      verdict.figure("attempts_at_total_failure", copies.filter((copy) => copy.endpoint === "main" && isIn(copy, fromMs, toMs)).length);
      verdict.figure("retries_at_total_failure", retries);
      verdict.atMost("other_tenant_retry_ms", longestFirstRetryMs(copies, "fails_once"), retryBaseMs(policy) + retrySlackMs);
      verdict.books(await settle(world, { timeoutMs: 60_000, sick: [main, ...sides] }));
    }
    verdict.atMost("amplification", worst, limit);
  },
};

const isIn = ({ arrivedAtMs }: ReceivedCopy, fromMs: number, toMs: number): boolean => arrivedAtMs >= fromMs && arrivedAtMs < toMs;

const offeredIn = ({ producers }: Tenant, subscriptionId: string, fromMs: number, toMs: number): number =>
  producers
    .flatMap((producer) => producer.records())
    .filter(({ targets, atMs }) => targets.includes(subscriptionId) && atMs >= fromMs && atMs < toMs).length;

const retryBaseMs = (policy: { readonly retry?: { readonly base_ms: number } }): number =>
  policy.retry?.base_ms ?? defaultPolicyConfig.retry.base_ms;
