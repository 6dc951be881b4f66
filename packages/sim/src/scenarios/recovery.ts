import { answering, during } from "../endpoints/behaviours.ts";
import { constantLatency, logNormalLatency } from "../endpoints/latency.ts";
import { LimitedEndpoint } from "../endpoints/limited-endpoint.ts";
import { AttemptCount } from "../measure/attempt-count.ts";
import type { Observer } from "../world/observer.ts";
import { produce, steady } from "../world/producer.ts";
import { randomStream } from "../world/random-stream.ts";
import { worldStartMs } from "../world/timeline.ts";
import type { WorldOptions } from "../world/world.ts";
import { policyOf } from "./policy-of.ts";
import { recoveryFlood } from "./recovery-flood.ts";
import type { Findings, Scenario, Size } from "./scenario.ts";
import { watchedWorld } from "./watched-world.ts";

const hourMs = 3_600_000;
const eventsPerS = 2;
/** Healthy for an hour, so that its rate is known. */
const downFromMs = hourMs;
const downMsOf = { full: 6 * hourMs, small: hourMs };
const slotMs = 60_000;
const restartMs = 120_000;
/** More than the 20 requests that one host may have in flight; and an endpoint that bears less than that. */
const sturdy = 30;
const fragile = 12;

export interface RecoveryFigures {
  /** How often the recovered endpoint broke down again, at twice its normal rate as capacity. */
  readonly knockdowns_without: number;
  readonly knockdowns_with: number;
  /** From the end of the outage until the backlog is gone; -1: it is not gone. */
  readonly drain_s: number;
  /** How long new events wait after the ramp, while a fast endpoint with little room works off its backlog. */
  readonly new_wait_p99_s: number;
}

interface Variant {
  readonly label: string;
  readonly options: Omit<WorldOptions, "seed" | "lanes">;
}

const wide = { min: 500, start: 500, sick: 500 };
const unbounded: Variant = {
  label: "without ramp and caps",
  options: { config: policyOf({ ramp: { start: 1 }, lane: wide, host: { cap: 1_000 } }) },
};
const withoutRamp: Variant = { label: "without ramp", options: { config: policyOf({ ramp: { start: 1 } }) } };
const asShipped: Variant = { label: "as shipped", options: {} };

interface Case {
  readonly headroom: number;
  readonly breaksAbove: number;
  /** How long it is watched after the outage, in lengths of the outage. */
  readonly after: number;
  readonly variants: readonly Variant[];
}

const main: Case = { headroom: 2, breaksAbove: sturdy, after: 2, variants: [unbounded, withoutRamp, asShipped] };
const cases: readonly Case[] = [
  main,
  { headroom: 1.2, breaksAbove: sturdy, after: 4, variants: [unbounded, asShipped] },
  { headroom: 2, breaksAbove: fragile, after: 1, variants: [withoutRamp, asShipped] },
];

/** What an endpoint gets on its first legs after six hours. */
export const recovery: Scenario<RecoveryFigures> = {
  name: "recovery",
  claim: "A recovered endpoint whose capacity is little above its normal rate is not knocked down again by its own backlog.",
  run(seed, size = "full"): Findings<RecoveryFigures> {
    const results = cases.flatMap((known) => known.variants.map((variant) => ({ known, variant, ...play(variant, known, seed, size) })));
    const of = (variant: Variant) =>
      results.find((result) => result.known === main && result.variant === variant) as (typeof results)[number];
    const flood = recoveryFlood(seed);
    return {
      figures: {
        knockdowns_without: of(unbounded).knockdowns,
        knockdowns_with: of(asShipped).knockdowns,
        drain_s: of(asShipped).drainS,
        new_wait_p99_s: flood.newWaitS,
      },
      tables: [
        {
          title: `${downMsOf[size] / hourMs} h down at ${eventsPerS} events/s, then up with a limited capacity that fails when exceeded`,
          columns: [
            "capacity ÷ normal",
            "breaks above",
            "variant",
            "knocked down",
            "refused while down again",
            "drained after, s",
            "left at the end",
            "expired",
          ],
          rows: results.map(({ known, variant, knockdowns, refused, drainS, left, expired }) => [
            known.headroom,
            `${known.breaksAbove} waiting`,
            variant.label,
            knockdowns,
            refused,
            drainS < 0 ? "not" : drainS,
            left,
            expired,
          ]),
        },
        flood.table,
      ],
      plots: cases.map((known) => ({
        name: `recovery-${known.headroom}-${known.breaksAbove}`,
        title: `Requests after the outage: capacity ${known.headroom} × normal, breaks above ${known.breaksAbove} waiting`,
        xLabel: "minutes after the outage",
        yLabel: "requests per second",
        lines: results.filter((result) => result.known === known).map(({ variant, series }) => ({ label: variant.label, points: series })),
      })),
      violations: results.reduce((sum, { violations }) => sum + violations, flood.violations),
    };
  },
};

function play({ options }: Variant, { headroom, breaksAbove, after }: Case, seed: number, size: Size) {
  const downMs = downMsOf[size];
  const downUntilMs = downFromMs + downMs;
  const untilMs = downUntilMs + after * downMs;
  const limited = new LimitedEndpoint({ capacityPerS: headroom * eventsPerS, latency: logNormalLatency(60, 0.5), breaksAbove, restartMs });
  const down = { from: worldStartMs + downFromMs, until: worldStartMs + downUntilMs, endpoint: answering(503, constantLatency(20)) };
  const spec = { id: "lane", tenantId: "tenant", host: "host", endpoint: during([down], limited) };
  const counts = new AttemptCount(slotMs);
  let expired = 0;
  const expiring: Observer = {
    final({ deadReason }) {
      if (deadReason === "expired") expired++;
    },
  };
  const { world, checker } = watchedWorld({ ...options, seed, lanes: [spec], observers: [counts, expiring] });
  const lane = world.lane("lane");
  // Evenly, since chance alone would break an endpoint with so little room.
  produce(world, { arrivals: steady(eventsPerS), random: randomStream(seed, "events"), lanes: () => [lane], untilMs });
  let drainS = Number.POSITIVE_INFINITY;
  for (let atMs = downUntilMs; atMs <= untilMs; atMs += 10_000) {
    world.runFor(atMs);
    // Gone is what is not much more than the work under way.
    if (drainS === Number.POSITIVE_INFINITY && world.ledger.openCount(lane) <= eventsPerS * 5) drainS = (atMs - downUntilMs) / 1_000;
  }
  const firstSlot = downUntilMs / slotMs;
  return {
    knockdowns: limited.knockdowns,
    refused: limited.refused,
    drainS: Number.isFinite(drainS) ? drainS : -1,
    left: world.ledger.openCount(lane),
    expired,
    series: counts.attempts.values.slice(firstSlot, firstSlot + 240).map((count, slot) => [slot, (count * 1_000) / slotMs] as const),
    violations: checker.count,
  };
}
