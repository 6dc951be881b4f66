import { operatorAlertSpecs, publicId } from "@hooklane/contracts";
import { gateBefore, type Receiver, type Scrape, scrape, startReceiver, type TcpGate, waitFor } from "@hooklane/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Container } from "../container.ts";
import { createWorkerWorld, type WorkerWorld } from "../test-support/worker-world.ts";
import { admissionMetrics, fleetMetrics, hostMetrics, laneMetrics, workMetrics } from "./metric-specs.ts";

const LAG_MS = 5_000;
vi.setConfig({ testTimeout: 60_000 });
let receiver: Receiver;
let world: WorkerWorld;
let gate: TcpGate;
let container: Container;
let ops: string;

beforeAll(async () => {
  receiver = await startReceiver({
    behaviours: {
      good: { kind: "healthy" },
      failing: { kind: "status", status: 503 },
      slow: { kind: "scripted", respond: () => ({ kind: "status", status: 200, delayMs: 500 }) },
    },
  });
  world = await createWorkerWorld(
    Object.values(receiver.ports)
      .map((port) => `127.0.0.1:${port}`)
      .join(","),
  );
  const through = await gateBefore(world.database.appUrl);
  gate = through.gate;
  const policy = { retry: { base_ms: 20, cap_ms: 50 }, lane: { start: 2, headroom: 0 } };
  ({ container } = await world.startWorker(policy, { databaseUrl: through.url, livenessLagMs: LAG_MS }));
  ops = await container.ops.listen({ port: 0, host: "127.0.0.1" });
  container.ops.serve();
});
afterAll(async () => {
  await container.ops.stop();
  await world.close();
  await gate.close();
  await receiver.stop();
});

const labelOf = (id: string): string => publicId("subscription", id);
const until = (what: string, condition: () => Promise<boolean>) => waitFor(condition, { what, timeoutMs: 30_000 });
const status = async (path: string): Promise<number> => (await fetch(`${ops}${path}`)).status;
const delivered = (id: string, n = 1) =>
  until(`${n} delivered`, async () => (await world.deliveries(id)).filter(({ state }) => state === "delivered").length === n);

test("a running worker tells every metric that is documented, with values that agree with what it did", async () => {
  const good = await world.subscribe(receiver.url("slow"));
  const failing = await world.subscribe(receiver.url("failing"));
  for (let i = 0; i < 12; i++) await world.accept(i === 0 ? [good, failing] : [good]);
  let told: Scrape | undefined;
  await until("a lane at its cap", async () => {
    told = await scrape(ops);
    return (told.value("hooklane_lane_in_flight", { subscription: labelOf(good.id) }) ?? 0) > 0;
  });
  expect(told?.value("hooklane_lane_cap", { subscription: labelOf(good.id) })).toBe(2);
  await delivered(good.id, 12);
  await until("the books to be sampled", async () => {
    told = await scrape(ops);
    return (
      told.value("hooklane_lane_backlog", { subscription: labelOf(good.id) }) !== undefined &&
      told.value("hooklane_backlog", { state: "open" }) !== undefined
    );
  });
  const specs = [laneMetrics, hostMetrics, admissionMetrics, workMetrics, fleetMetrics].flatMap((group) => Object.values(group));
  const now = told as unknown as Scrape;
  expect(specs.filter(({ name, type }) => now.types.get(name) !== type)).toEqual([]);
  const silent = specs.filter(({ name }) => now.sum(name) === 0 && !now.samples.some((sample) => sample.name.startsWith(name)));
  expect(silent.map(({ name }) => name)).toEqual(["hooklane_circuit_transitions_total"]);

  const of = { subscription: labelOf(good.id) };
  expect(now.value("hooklane_delivery_status_total", { ...of, status: "2xx" })).toBe(12);
  expect(now.value("hooklane_delivery_latency_seconds_count", of)).toBe(12);
  expect(now.sum("hooklane_delivery_status_total", { subscription: labelOf(failing.id), status: "5xx" })).toBeGreaterThan(0);
  expect(now.value("hooklane_lane_rejections_total", { ...of, reason: "lane_full" })).toBeGreaterThan(0);
  expect(now.sum("hooklane_lane_grants_total", of)).toBeGreaterThanOrEqual(12);
  expect(now.sum("hooklane_lane_grants_total", of) + now.sum("hooklane_lane_rejections_total", of)).toBe(
    now.value("hooklane_lane_offers_total", of),
  );
  expect(now.value("hooklane_lane_retry_budget_fill_ratio", of)).toBeLessThanOrEqual(1);
  expect(now.samples.filter(({ name }) => name === "hooklane_permits_unaccounted").map(({ value }) => value)).toEqual([0, 0]);
});

test("every alert is told, and none holds while nothing is wrong", async () => {
  const now = await scrape(ops);
  expect(operatorAlertSpecs.map(({ name }) => now.value("hooklane_alert", { alert: name }))).toEqual(operatorAlertSpecs.map(() => 0));
});

test("a worker is not dead because sockets are shut: it is not ready, and is again when the database is back", async () => {
  expect([await status("/livez"), await status("/readyz")]).toEqual([200, 200]);
  gate.shut();
  await until("readiness to end", async () => (await status("/readyz")) === 503);
  const shutAt = performance.now();
  await until("the limit to pass", async () => {
    expect(await status("/livez")).toBe(200);
    return performance.now() - shutAt > 2 * LAG_MS;
  });
  gate.open();
  await until("readiness to be back", async () => {
    expect(await status("/livez")).toBe(200);
    return (await status("/readyz")) === 200;
  });
});

test("C52: a worker that leaves due work lying is dead, though its process, its sockets and its heartbeat are well; and lives when it claims again", async () => {
  const to = await world.subscribe(receiver.url("good"));
  const owner = new pg.Client({ connectionString: world.database.url });
  await owner.connect();
  try {
    await owner.query("REVOKE UPDATE ON deliveries FROM hooklane_app"); // claims fail from here on, everything else goes on
    await world.accept([to]);
    await until("the worker to be dead", async () => (await status("/livez")) === 503);
    const { checks } = (await (await fetch(`${ops}/livez`)).json()) as { checks: Record<string, unknown> };
    expect(checks).toMatchObject({ work: expect.stringMatching(/has not been claimed for \d+ s/), heartbeat: true, search: true });
    expect((await scrape(ops)).value("hooklane_live", { check: "work" })).toBe(0);
    expect(await status("/readyz")).toBe(200);
    await owner.query("GRANT UPDATE ON deliveries TO hooklane_app");
    await delivered(to.id);
    await until("the worker to live", async () => (await status("/livez")) === 200);
  } finally {
    await owner.query("GRANT UPDATE ON deliveries TO hooklane_app");
    await owner.end();
  }
});

test("work that waits for a reason does not make a worker dead", async () => {
  const paused = await world.subscribe(receiver.url("good"), { state: "paused" });
  await world.accept([paused], { acceptedMs: Date.now() - 60_000 });
  await until("the lag to show", async () => ((await scrape(ops)).sum("hooklane_lane_lag_seconds") ?? 0) > (2 * LAG_MS) / 1_000);
  const seenAt = performance.now();
  await until("the limit to pass", async () => {
    expect(await status("/livez")).toBe(200);
    return performance.now() - seenAt > 1.5 * LAG_MS;
  });
});

test("the port answers nothing but its three paths, and only to GET", async () => {
  expect([await status("/"), await status("/v1/events"), (await fetch(`${ops}/metrics`, { method: "POST" })).status]).toEqual([
    404, 404, 405,
  ]);
});
