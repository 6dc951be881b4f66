import { availableParallelism, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { startLoad } from "./load.ts";
import { median, quantile } from "./quantile.ts";
import type { Lane, Tenant } from "./tenant.ts";
import type { World } from "./world.ts";

/** The sick neighbours' tenant, and its lanes. */
export interface Sick {
  readonly tenant: Tenant;
  readonly lanes: readonly Lane[];
  /** Events per second over all of them. */
  readonly ratePerSecond: number;
}

export interface ComparisonOptions {
  readonly world: World;
  readonly victims: { readonly tenant: Tenant; readonly lanes: readonly Lane[]; readonly ratePerSecond: number };
  readonly sick: Sick;
  readonly phaseSeconds: number;
  /** How long a request to a sick endpoint may last, milliseconds: so long is waited until a phase without them begins. */
  readonly totalMs: number;
  readonly say: (line: string) => void;
}

/** When a phase with the sick lasted, milliseconds since epoch. */
export interface Phase {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Comparison {
  /** Medians over the rounds of the victims' p99, from posting to arrival. */
  readonly withoutMs: number;
  readonly besideMs: number;
  readonly phases: readonly Phase[];
  /** How long all rounds took. */
  readonly seconds: number;
}

const rounds = 3;
/** The API answers 503 when a call waits for a database session for long: on a busy machine fifty at once may. */
const callsAtATime = 4;

/** Healthy endpoints without and beside sick ones, in turns within one run, so that whatever else the machine does meets both. */
export async function compareVictims({ world, victims, sick, phaseSeconds, totalMs, say }: ComparisonOptions): Promise<Comparison> {
  const victimProducer = await victims.tenant.producer();
  const sickProducer = await sick.tenant.producer();

  /** How long the sick may have requests under way; nothing at first. */
  let lingeringMs = 0;
  const play = async (withSick: boolean, seconds = phaseSeconds): Promise<Phase & { p99Ms: number }> => {
    const verb = withSick ? "resume" : "pause";
    const left = sick.lanes.values();
    const change = async () => {
      for (const { id } of left) await sick.tenant.api("POST", `/v1/subscriptions/${id}/${verb}`);
    };
    await Promise.all(Array.from({ length: callsAtATime }, change));
    await sleep(withSick ? 500 : lingeringMs + 500);
    lingeringMs = withSick ? totalMs : 0;
    const groups = sick.lanes.map((lane) => [lane]);
    const noise = withSick ? startLoad(sickProducer, { ratePerSecond: sick.ratePerSecond, groups }) : undefined;
    const fromMs = Date.now();
    const { ratePerSecond, lanes } = victims;
    await startLoad(victimProducer, { ratePerSecond, groups: lanes.map((lane) => [lane]), seconds }).done;
    const toMs = Date.now();
    await noise?.stop();
    await sleep(500);
    return { p99Ms: quantile(delaysOf(world, victims.tenant, { fromMs, toMs }), 0.99), fromMs, toMs };
  };

  await play(false, phaseSeconds / 2); // warms the healthy paths up; not counted
  const without: number[] = [];
  const beside: number[] = [];
  const phases: Phase[] = [];
  const begun = performance.now();
  for (let round = 1; round <= rounds; round += 1) {
    without.push((await play(false)).p99Ms);
    const { p99Ms, ...phase } = await play(true);
    beside.push(p99Ms);
    phases.push(phase);
    say(`round ${round}: victims' p99 ${without.at(-1)} ms without, ${p99Ms} ms beside the sick; ${machineLoad()}`);
  }
  return { withoutMs: median(without), besideMs: median(beside), phases, seconds: (performance.now() - begun) / 1_000 };
}

/** How busy the machine is, with whatever: delays on one that is busy with something else say little. */
export const machineLoad = (): string => `load average ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`;

/** From posting to arrival, milliseconds, of the tenant's events posted in that time; one that did not arrive took for ever. */
export function delaysOf(world: World, tenant: Tenant, { fromMs, toMs }: Phase): number[] {
  const arrivedAt = new Map<string, number>();
  for (const { webhookId, arrivedAtMs } of world.copies()) if (!arrivedAt.has(webhookId)) arrivedAt.set(webhookId, arrivedAtMs);
  return tenant.producers
    .flatMap((producer) => producer.records())
    .filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
    .map(({ atMs, outcome }) =>
      outcome.kind === "accepted" ? (arrivedAt.get(outcome.eventId) ?? Number.POSITIVE_INFINITY) - atMs : Number.POSITIVE_INFINITY,
    );
}
