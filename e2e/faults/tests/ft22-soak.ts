import { setTimeout as sleep } from "node:timers/promises";
import { MAX_LIVE_SECRETS } from "@hooklane/contracts";
import { sfc32 } from "@hooklane/core";
import type { FaultContext, FaultTest } from "../fault-test.ts";
import { startLoad } from "../harness/load.ts";
import { databaseBackends, openDescriptors, replace, rssMb } from "../harness/processes.ts";
import { settle } from "../harness/settle.ts";
import { risePerHour, type Sample } from "../harness/slope.ts";
import { type Lane, subscribeAll, type Tenant } from "../harness/tenant.ts";
import type { World } from "../harness/world.ts";

const sizes = {
  ci: { seconds: 60, tenants: 4, eachPerSecond: 5, actEveryMs: 1_000, killEverySeconds: 10, warmUpSeconds: 5, sampleEveryMs: 1_000 },
  soak: {
    seconds: 7_200,
    tenants: 20,
    eachPerSecond: 2,
    actEveryMs: 5_000,
    killEverySeconds: 120,
    warmUpSeconds: 900,
    sampleEveryMs: 10_000,
  },
};
type Size = (typeof sizes)[keyof typeof sizes];
/** Processes are killed in the first third: slopes are those of processes that nobody killed and that have warmed up. */
const calmFrom = 1 / 3;
const largePayloadShare = 0.05;
const largePayloadBytes = 250_000;
const rssMbPerHour = 20;
const descriptorsPerHour = 20;

/** Hours of mixed traffic with faults now and then, and tenants who change their endpoints all the time: memory, descriptors and books stay as they are. */
export const ft22: FaultTest = {
  id: "FT22",
  title: "soak with mixed faults",
  profiles: ["soak"],
  async run({ profile, verdict, world: open, say }) {
    const size = profile === "soak" ? sizes.soak : sizes.ci;
    const world = await open({
      workers: 2,
      policy: { budget: { ratio: 1, burst: 1_000, host_burst: 1_000, fleet_burst: 1_000 } },
      receivers: {
        healthy: { kind: "healthy" },
        slow: { kind: "slow", delayMs: 200 },
        flaky: { kind: "flaky", failureRate: 0.2, seed: 22 },
        abandoned: { kind: "status", status: 400 },
      },
    });
    const tenants: { tenant: Tenant; lanes: Lane[] }[] = [];
    for (let n = 0; n < size.tenants; n += 1) {
      const tenant = await world.tenant(`Soak${n}`);
      tenants.push({ tenant, lanes: await subscribeAll(tenant, ["healthy", "slow", "flaky"], { eventType: "fault.soak" }) });
    }
    const loads = await Promise.all(
      tenants.flatMap(({ tenant, lanes }) => [
        tenant
          .producer()
          .then((producer) => startLoad(producer, { ratePerSecond: size.eachPerSecond * (1 - largePayloadShare), groups: [lanes] })),
        tenant
          .producer()
          .then((producer) =>
            startLoad(producer, { ratePerSecond: size.eachPerSecond * largePayloadShare, groups: [lanes], fillerBytes: largePayloadBytes }),
          ),
      ]),
    );
    const endAt = performance.now() + size.seconds * 1_000;
    const acting = act(tenants, size, endAt);
    const kills = await disturb(world, size, endAt, say);
    const { memory, descriptors } = await watch(world, size, endAt);
    const actions = await acting;
    await Promise.all(loads.map((load) => load.stop()));

    verdict.books(await settle(world, { timeoutMs: 600_000 }));
    verdict.figure("kills", kills);
    verdict.figure("actions", actions);
    const isLong = profile === "soak"; // a minute says nothing about hours
    verdict.atMost("rss_growth_mb_per_hour", risePerHour(memory), isLong ? rssMbPerHour : Number.POSITIVE_INFINITY);
    verdict.atMost("descriptors_per_hour", risePerHour(descriptors), isLong ? descriptorsPerHour : Number.POSITIVE_INFINITY);
    const { rows } = await world.db.query<{ mb: number }>("SELECT pg_database_size(current_database()) / 1048576.0 AS mb");
    verdict.figure("database_mb", Number(rows[0]?.mb));
  },
};

/** What tenants do: edit, pause and resume, rotate the secret, make endpoints and delete them. @returns how often */
async function act(tenants: readonly { tenant: Tenant; lanes: readonly Lane[] }[], { actEveryMs }: Size, endAt: number): Promise<number> {
  const random = sfc32(2_200);
  const rotations = new Map<string, number>();
  let actions = 0;
  while (performance.now() < endAt - actEveryMs) {
    await sleep(actEveryMs);
    const { tenant, lanes } = tenants[Math.floor(random() * tenants.length)] ?? {};
    const lane = lanes?.[Math.floor(random() * lanes.length)];
    if (!tenant || !lane) continue;
    const path = `/v1/subscriptions/${lane.id}`;
    const dice = random();
    try {
      if (dice < 0.4) {
        await tenant.api("PATCH", path, { description: `edited ${actions}` });
      } else if (dice < 0.7) {
        await tenant.api("POST", `${path}/pause`);
        await sleep(200);
        await tenant.api("POST", `${path}/resume`);
      } else if (dice < 0.8 && (rotations.get(lane.id) ?? 0) < MAX_LIVE_SECRETS - 1) {
        // The receivers know the first secret: it stays valid beside the new ones for longer than the run, while there are no more than may be live
        rotations.set(lane.id, (rotations.get(lane.id) ?? 0) + 1);
        await tenant.api("POST", `${path}/secret/rotate`, { grace_seconds: 604_800 });
      } else {
        const made = await tenant.api<{ id: string }>("POST", "/v1/subscriptions", {
          url: "http://127.0.0.1:9/",
          event_types: ["fault.nobody"],
        });
        await tenant.api("DELETE", `/v1/subscriptions/${made.id}`);
      }
      actions += 1;
    } catch {
      // the web process or the database was just killed
    }
  }
  return actions;
}

/** Kills a worker, the web process or a session of the database in turn, until the calm part begins. @returns how many */
async function disturb(world: World, { seconds, killEverySeconds }: Size, endAt: number, say: FaultContext["say"]): Promise<number> {
  const random = sfc32(22);
  const until = endAt - seconds * (1 - calmFrom) * 1_000;
  let kills = 0;
  while (performance.now() + killEverySeconds * 1_000 < until) {
    await sleep(killEverySeconds * 1_000);
    const kind = (["worker", "session", "web"] as const)[kills % 3];
    const pids = kind === "session" || kind === undefined ? databaseBackends(world.product) : world.product.pids(kind);
    const victim = pids[Math.floor(random() * pids.length)];
    if (victim === undefined) continue;
    if (kind === "session" || kind === undefined) process.kill(victim, "SIGKILL");
    else await replace(world.product, kind, victim, "SIGKILL");
    kills += 1;
  }
  say(`${kills} processes and sessions killed; calm from now on`);
  return kills;
}

async function watch(
  world: World,
  { warmUpSeconds, sampleEveryMs }: Size,
  endAt: number,
): Promise<{ memory: Sample[]; descriptors: Sample[] }> {
  await sleep(warmUpSeconds * 1_000);
  const pids = [...world.product.pids("worker"), ...world.product.pids("web")];
  const memory: Sample[] = [];
  const descriptors: Sample[] = [];
  while (performance.now() < endAt) {
    await sleep(sampleEveryMs);
    const atMs = performance.now();
    memory.push({ atMs, value: pids.reduce((sum, pid) => sum + rssMb(pid), 0) });
    descriptors.push({ atMs, value: pids.reduce((sum, pid) => sum + openDescriptors(pid), 0) });
  }
  return { memory, descriptors };
}
