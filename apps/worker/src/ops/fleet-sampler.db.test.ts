import { openPool, uuidV7 } from "@hooklane/db";
import { waitFor } from "@hooklane/testkit";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorkerWorld, type WorkerWorld } from "../test-support/worker-world.ts";
import { FleetSampler } from "./fleet-sampler.ts";
import { Observation } from "./observation.ts";

let world: WorkerWorld;
let pool: pg.Pool;
let owner: pg.Client;
let at: number;
let observation: Observation;
let sampler: FleetSampler;
let owned: Set<number>;
const inFlight = new Map<string, number>();

beforeAll(async () => {
  world = await createWorkerWorld("127.0.0.1:1");
  pool = openPool({ url: world.database.appUrl, applicationName: "test", max: 2, onError: () => {} });
  owner = new pg.Client({ connectionString: world.database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await pool.end();
  await world.close();
});
beforeEach(() => {
  at = 0;
  owned = new Set([0]);
  inFlight.clear();
  const monotonicNow = () => at;
  observation = new Observation({ maxLanes: 3, monotonicNow });
  sampler = new FleetSampler({
    observation,
    admission: { laneInFlight: (laneId) => inFlight.get(laneId) ?? 0 },
    pool,
    now: Date.now,
    monotonicNow,
    owned: () => owned,
    log: pino({ level: "silent" }),
  });
});

const gaugeOf = async (meter: { get(): Promise<{ values: { value: number; labels: object }[] }> }): Promise<number[]> =>
  (await meter.get()).values.map(({ value }) => value);

test("a shard without an owner is an alarm only when it stays without one", async () => {
  await sampler.sample();
  expect(await gaugeOf(observation.meters.fleet.shardGaps)).toEqual([1_024]);
  expect(sampler.hasShardGap).toBe(false);
  at += 30_000;
  await sampler.sample();
  expect(sampler.hasShardGap).toBe(true);
  const worker = uuidV7(Date.now());
  await pool.query("INSERT INTO workers (id, incarnation, hostname, pid) VALUES ($1, $1, 'h', 1)", [worker]);
  await pool.query("UPDATE shards SET owner = $1", [worker]);
  await sampler.sample();
  expect(sampler.hasShardGap).toBe(false);
});

test("partitions that run out are noticed while there are still some", async () => {
  await sampler.sample();
  expect(sampler.daysAhead).toBe(8);
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "");
  await owner.query(`DROP TABLE attempts_${day}`);
  for (let i = 0; i < 12; i++) await sampler.sample();
  expect(sampler.daysAhead).toBe(2);
});

test("the owner of shard 0 audits what was accepted lately, and an event that lost a delivery is told; others leave it to that one", async () => {
  const to = await world.subscribe("http://rx.example/");
  const acceptedMs = Date.now() - 6_000;
  const torn = await world.accept([to], { acceptedMs });
  await sampler.sample();
  expect([sampler.hasMismatch, await gaugeOf(observation.meters.fleet.mismatched)]).toEqual([false, [0]]);
  await pool.query("DELETE FROM deliveries WHERE event_id = $1", [torn]);
  owned.clear();
  await sampler.sample();
  expect(await gaugeOf(observation.meters.fleet.overdue)).toEqual([]);
  owned.add(0);
  await waitFor(
    async () => {
      // Its millisecond is in the stretch of five seconds that a first audit looks at
      await sampler.sample();
      return sampler.hasMismatch;
    },
    { what: "the mismatch", timeoutMs: 2_000 },
  );
  at += 3_600_000;
  expect(sampler.hasMismatch).toBe(false);
  await pool.query("DELETE FROM events WHERE id = $1", [torn]);
});

test("a lease that nobody returned is told until it is returned", async () => {
  const to = await world.subscribe("http://rx.example/");
  await world.accept([to]);
  await pool.query(
    "UPDATE deliveries SET state = 'inflight', lease_token = gen_random_uuid(), lease_expires_at = now() - interval '2 minutes' WHERE subscription_id = $1",
    [to.id],
  );
  await sampler.sample();
  expect(sampler.hasMismatch).toBe(true);
  await pool.query("UPDATE deliveries SET state = 'delivered', lease_token = NULL, lease_expires_at = NULL WHERE subscription_id = $1", [
    to.id,
  ]);
  await sampler.sample();
  expect(sampler.hasMismatch).toBe(false);
});

test("the lanes with the most in flight and waiting have series, the rest counts as other, and what lost its place leaves no series behind", async () => {
  const lanes = Array.from({ length: 8 }, () => uuidV7(Date.now()));
  const offer = (laneId: string) => ({ laneId, tenantId: "t", host: "h", class: "first", wanted: 1, subscriptionState: "active" }) as const;
  for (const lane of lanes) observation.round([offer(lane)], [], [], 0);
  expect([...observation.series.named]).toEqual(lanes.slice(0, 3));
  expect(observation.permits.counts.get("other")?.offered).toBe(5);
  await pool.query("INSERT INTO lane_stats (subscription_id, backlog) VALUES ($1, 500), ($2, 20)", [lanes[7], lanes[6]]);
  inFlight.set(lanes[5] as string, 30);
  await sampler.sample();
  expect(new Set(observation.series.named)).toEqual(new Set([lanes[5], lanes[6], lanes[7]]));
  expect([...observation.permits.counts.keys()]).toEqual(["other"]);
  expect(sampler.backlogs.get(lanes[7] as string)?.backlog).toBe(500);
});
