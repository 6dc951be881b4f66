import { expect, test } from "vitest";
import { IngestGate } from "./ingest-gate.ts";

const free = { tenantId: "t1", plan: "free" };

test("the plan's events per second come in, the next is told to wait, and a second later they come in again", () => {
  let now = 0;
  const gate = new IngestGate(() => now);
  for (let i = 0; i < 100; i++) expect(gate.take(free, 1).refusal).toBeUndefined();
  expect(gate.take(free, 1)).toMatchObject({
    refusal: { code: "ingest_quota_exceeded", retryAfterSeconds: 1 },
    headers: { "ratelimit-policy": '"events";q=100;w=1', ratelimit: '"events";r=0;t=1' },
  });
  expect(gate.take({ ...free, tenantId: "t2" }, 1).refusal).toBeUndefined();
  now = 1_000;
  expect(gate.take(free, 100).refusal).toBeUndefined();
});

test("a batch beyond the burst is taken when nothing is owed, and what comes next waits for it", () => {
  let now = 0;
  const gate = new IngestGate(() => now);
  expect(gate.take(free, 500).refusal).toBeUndefined();
  expect(gate.take(free, 0)).toMatchObject({ refusal: { retryAfterSeconds: 4 }, headers: { ratelimit: '"events";r=0;t=5' } });
  now = 5_000;
  expect(gate.take(free, 500).refusal).toBeUndefined();
});

test("asking for nothing costs nothing", () => {
  const gate = new IngestGate(() => 0);
  for (let i = 0; i < 1_000; i++) gate.take(free, 0);
  expect(gate.take(free, 100).refusal).toBeUndefined();
});

test("processes that share a plan each let in their part, and an unknown plan has the smallest", () => {
  const gate = new IngestGate(() => 0);
  gate.shareAmong(4);
  expect(gate.take(free, 25)).toMatchObject({ refusal: undefined, headers: { ratelimit: '"events";r=0;t=1' } });
  expect(gate.take(free, 1).refusal).toBeDefined();
  expect(gate.take({ tenantId: "t9", plan: "none" }, 1).headers["ratelimit-policy"]).toBe('"events";q=100;w=1');
});
