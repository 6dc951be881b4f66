import { answering } from "../endpoints/behaviours.ts";
import { logNormalLatency } from "../endpoints/latency.ts";
import { percentile } from "../measure/percentile.ts";
import type { LaneSpec } from "../world/lane-spec.ts";
import type { Observer } from "../world/observer.ts";
import { poisson, produce } from "../world/producer.ts";
import { randomStream } from "../world/random-stream.ts";
import type { Findings, Scenario } from "./scenario.ts";
import { watchedWorld } from "./watched-world.ts";

const sizes = [1, 5, 10, 20, 40] as const;
const largest = 40;
/** 8 ms in the median, 400 ms at 99.9 %. */
const healthy = logNormalLatency(8, 1.266);
const pathological = logNormalLatency(100, 1.1);
const eventsOf = { full: 4_000, small: 1_200 };
const eventsPerS = 5;

export interface FanoutFigures {
  /** 99th percentile of the completion time by number of subscriptions; the 40 include the pathological one. */
  readonly p99_ms: Record<string, number>;
  readonly p99_ms_without_worst: number;
}

/** When an event counts as done only when its slowest subscription has it, one of them decides for all. */
export const fanout: Scenario<FanoutFigures> = {
  name: "fanout",
  claim: "The completion of n deliveries follows F(t)^n; without one pathological tenant the 99th percentile of 40 about halves.",
  run(seed, size = "full"): Findings<FanoutFigures> {
    const { durations, worstDurations, violations } = play(seed, eventsOf[size]);
    // One half of the events says what F is, and the other half is held against it.
    const singles = durations.filter((_, event) => event % 2 === 0).flat();
    const held = durations.filter((_, event) => event % 2 === 1);
    const rows = sizes.map((n) => {
      const measured = held.flatMap((ofEvent) => completions(ofEvent, n));
      return [
        `${n}`,
        percentile(measured, 0.5),
        percentile(singles, 0.5 ** (1 / n)),
        percentile(measured, 0.99),
        percentile(singles, 0.99 ** (1 / n)),
      ] as const;
    });
    const without = durations.map((ofEvent) => Math.max(...ofEvent.slice(0, largest - 1)));
    const withWorst = without.map((duration, event) => Math.max(duration, worstDurations[event] as number));
    const p99WithWorst = percentile(withWorst, 0.99);
    const p99Without = percentile(without, 0.99);
    const p99 = Object.fromEntries(rows.map((row) => [row[0], row[3]]));
    return {
      figures: { p99_ms: { ...p99, [largest]: p99WithWorst }, p99_ms_without_worst: p99Without },
      tables: [
        {
          title: "Completion of a fan-out to n healthy subscriptions, ms (F: the single deliveries of every other event)",
          columns: ["n", "p50", "p50 by F(t)^n", "p99", "p99 by F(t)^n"],
          rows,
        },
        {
          title: "40 subscriptions, one of them pathological, ms",
          columns: ["completion counts", "p50", "p99"],
          rows: [
            ["all 40", percentile(withWorst, 0.5), p99WithWorst],
            ["without the worst", percentile(without, 0.5), p99Without],
          ],
        },
      ],
      plots: [
        {
          name: "fanout",
          title: "Completion of a fan-out: 99th percentile",
          xLabel: "subscriptions",
          yLabel: "ms",
          lines: [
            { label: "measured", points: rows.map(([n, , , value]) => [Number(n), value] as const) },
            { label: "F(t)^n", points: rows.map(([n, , , , value]) => [Number(n), value] as const) },
          ],
        },
      ],
      violations,
    };
  },
};

/** Of one event's deliveries, in as many groups of n as there are. */
function completions(ofEvent: readonly number[], n: number): number[] {
  return Array.from({ length: Math.floor(ofEvent.length / n) }, (_, group) => Math.max(...ofEvent.slice(group * n, (group + 1) * n)));
}

function play(seed: number, events: number): { durations: number[][]; worstDurations: number[]; violations: number } {
  const lanes: LaneSpec[] = Array.from({ length: largest }, (_, index) => ({
    id: `lane${index}`,
    tenantId: `tenant${index}`,
    host: `host${index}`,
    endpoint: answering(200, healthy),
  }));
  lanes.push({ id: "worst", tenantId: "worst", host: "worst", endpoint: answering(200, pathological) });
  const places = new Map(lanes.map(({ id }, index) => [id, index]));
  const durations: number[][] = Array.from({ length: 2 * events }, () => []);
  const worstDurations: number[] = [];
  const measuring: Observer = {
    ended({ delivery }, now) {
      const duration = now - delivery.createdAt;
      if (delivery.lane.id === "worst") worstDurations[delivery.eventId - 1] = duration;
      else (durations[delivery.eventId - 1] as number[])[places.get(delivery.lane.id) as number] = duration;
    },
  };
  const untilMs = (events / eventsPerS) * 1_000;
  const { world, checker } = watchedWorld({ seed, lanes, observers: [measuring] });
  const all = [...world.lanes.values()];
  produce(world, { arrivals: poisson(eventsPerS), random: randomStream(seed, "events"), lanes: () => all, untilMs });
  world.runFor(untilMs + 120_000);
  return { durations: durations.slice(0, worstDurations.length), worstDurations, violations: checker.end(world.now) };
}
