import { waitFor } from "@hooklane/testkit";
import type { FaultTest } from "../fault-test.ts";
import { settle } from "../harness/settle.ts";
import { type Lane, subscribeAll, type Tenant } from "../harness/tenant.ts";
import type { World } from "../harness/world.ts";

const modes = ["full", "equal", "decorrelated"] as const;
type Mode = (typeof modes)[number];

/** A third of 5,000 per mode, over lanes and hosts enough to fail them within seconds. */
const sizes = { ci: { eachMode: 600, lanesEach: 10 }, full: { eachMode: 1_700, lanesEach: 20 } };
/** Widest first wait: so many buckets of a second each. */
const baseMs = 30_000;
const bucketMs = 1_000;
const overMean = 3;
/** The 99.9th percentile of χ² with k degrees of freedom, by Wilson and Hilferty's approximation. */
const chiSquareLimit = (k: number): number => k * (1 - 2 / (9 * k) + 3.09 * Math.sqrt(2 / (9 * k))) ** 3;

/** Many deliveries that fail together: their retries do not come together, whichever jitter is chosen. */
export const ft17: FaultTest = {
  id: "FT17",
  title: "dispersion of retries after synchronised failures",
  profiles: ["full"],
  async run({ profile, verdict, world: open }) {
    const { eachMode, lanesEach } = profile === "ci" ? sizes.ci : sizes.full;
    const names = modes.flatMap((mode) => Array.from({ length: lanesEach }, (_, i) => `${mode}_${i}`));
    const world = await open({
      policy: {
        retry: { base_ms: baseMs, cap_ms: baseMs * 3 },
        breaker: { min_attempts: 100_000, timeout_count: 100_000 },
        // Next to none is tried again while the first attempts are still counted
        budget: { ratio: 0, floor_per_s: 0, burst: 1, host_burst: 1, fleet_burst: 1 },
        rate: { start_per_s: 10_000 },
      },
      receivers: Object.fromEntries(names.map((name) => [name, { kind: "status", status: 500 }])),
    });
    const tenant = await world.tenant("Together");
    const lanes = new Map<Mode, Lane[]>();
    for (const mode of modes) {
      const mine = names.filter((name) => name.startsWith(mode));
      lanes.set(mode, await subscribeAll(tenant, mine, { eventType: `fault.${mode}`, with: { retry_policy: { jitter: mode } } }));
    }
    await postTogether(tenant, lanes, eachMode / lanesEach);
    const all = [...lanes.values()].flat();
    await waitFor(async () => (await waitsOf(world, all)).length >= all.length * (eachMode / lanesEach) * 0.98, {
      what: "all first attempts to have failed",
      timeoutMs: 25_000,
      intervalMs: 250,
    });
    for (const [mode, mine] of lanes) {
      const waits = await waitsOf(world, mine);
      const { worst, chiSquare, buckets } = dispersion(waits, mode);
      verdict.figure(`retries_${mode}`, waits.length);
      verdict.atMost(`worst_second_over_mean_${mode}`, worst, overMean);
      if (mode === "full") verdict.atMost("chi_square_full", chiSquare, chiSquareLimit(buckets - 1));
    }
    verdict.books(await settle(world, { timeoutMs: 1_000, sick: all }));
  },
};

/** Pauses all lanes, posts what they are to get, and lets them go at once. */
async function postTogether(tenant: Tenant, lanes: ReadonlyMap<Mode, readonly Lane[]>, events: number): Promise<void> {
  const all = [...lanes.values()].flat();
  for (const { id } of all) await tenant.api("POST", `/v1/subscriptions/${id}/pause`);
  const producer = await tenant.producer();
  for (const [mode, mine] of lanes) {
    const event = { type: `fault.${mode}`, payload: "1", targets: mine.map(({ id }) => id) };
    await Promise.all(Array.from({ length: events }, () => producer.post(event)));
  }
  await Promise.all(all.map(({ id }) => tenant.api("POST", `/v1/subscriptions/${id}/resume`)));
}

/** From the end of the first attempt to the time that the second was planned for, milliseconds. */
async function waitsOf({ db }: World, lanes: readonly Lane[]): Promise<number[]> {
  const { rows } = await db.query<{ wait: number }>(
    `SELECT (extract(epoch FROM d.next_attempt_at - a.started_at) * 1000)::float8 - a.duration_ms AS wait
     FROM deliveries d JOIN attempts a ON a.delivery_id = d.id AND a.number = 1
     WHERE d.subscription_id = ANY($1) AND d.state = 'pending' AND d.attempt = 1`,
    [lanes.map(({ uuid }) => uuid)],
  );
  return rows.map(({ wait }) => wait);
}

/** Where a mode's first waits may lie, milliseconds. */
const intervals: Record<Mode, readonly [number, number]> = {
  full: [0, baseMs],
  equal: [baseMs / 2, baseMs],
  decorrelated: [baseMs, baseMs * 3],
};

function dispersion(waits: readonly number[], mode: Mode): { worst: number; chiSquare: number; buckets: number } {
  const [from, to] = intervals[mode];
  const buckets = Math.ceil((to - from) / bucketMs);
  const counts = Array<number>(buckets).fill(0);
  for (const wait of waits) {
    const bucket = Math.min(buckets - 1, Math.max(0, Math.floor((wait - from) / bucketMs)));
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  const mean = waits.length / buckets;
  return { worst: Math.max(...counts) / mean, chiSquare: counts.reduce((sum, n) => sum + (n - mean) ** 2 / mean, 0), buckets };
}
