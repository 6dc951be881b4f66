import { answering } from "../endpoints/behaviours.ts";
import { constantLatency } from "../endpoints/latency.ts";
import { percentile } from "../measure/percentile.ts";
import type { Observer } from "../world/observer.ts";
import type { WorldOptions } from "../world/world.ts";
import { feedEach } from "./healthy-tenants.ts";
import { policyOf } from "./policy-of.ts";
import type { Findings, Scenario } from "./scenario.ts";
import { watchedWorld } from "./watched-world.ts";

const hourMs = 3_600_000;
const untilMsOf = { full: 24 * hourMs, small: 4 * hourMs };
/** Two requests at a time, two seconds each: one delivery per second, and a fifth more arrives. */
const inFlight = 2;
const answerMs = 2_000;
const eventsPerS = 1.2;
const shedAtOf = { full: 3_000, small: 1_000 };
const lookMs = 10 * 60_000;

export interface OverloadFigures {
  /** Age of the oldest delivery that is not final, in seconds, after a day of a fifth more than can be sent. */
  readonly oldest_age_s_reserved_new: number;
  readonly oldest_age_s_floor: number;
}

interface Variant {
  readonly label: string;
  readonly options: Pick<WorldOptions, "config" | "sheds">;
}

const never = 1_000_000;
const reservedForNew: Variant = {
  // The smallest share that can be set.
  label: "99 of 100 for new work",
  options: { config: policyOf({ floor: { share: 0.01 }, shed: { deliveries: never } }) },
};
const floor: Variant = { label: "every fifth grant for the oldest", options: { config: policyOf({ shed: { deliveries: never } }) } };

function floorAndShedding(shedAt: number): Variant {
  return { label: `the same, shedding above ${shedAt}`, options: { config: policyOf({ shed: { deliveries: shedAt } }), sheds: true } };
}

/** More arrives than can be sent, for a whole day. */
export const overload: Scenario<OverloadFigures> = {
  name: "overload",
  claim:
    "Under sustained overload work reserved for new events starves the backlog for ever; the floor keeps it moving, and shedding bounds it.",
  run(seed, size = "full"): Findings<OverloadFigures> {
    const variants = [reservedForNew, floor, floorAndShedding(shedAtOf[size])];
    const results = variants.map((variant) => ({ variant, ...play(variant, seed, untilMsOf[size]) }));
    return {
      figures: { oldest_age_s_reserved_new: results[0]?.oldestS ?? 0, oldest_age_s_floor: results[1]?.oldestS ?? 0 },
      tables: [
        {
          title: `${eventsPerS} events/s for ${untilMsOf[size] / hourMs} h to an endpoint that takes ${inFlight / (answerMs / 1_000)}/s`,
          columns: ["grants", "oldest at the end, s", "waiting", "delivered", "shed", "p50 wait of what was sent, s"],
          rows: results.map(({ variant, oldestS, waiting, delivered, shed, p50 }) => [
            variant.label,
            oldestS,
            waiting,
            delivered,
            shed,
            p50,
          ]),
        },
      ],
      plots: [
        {
          name: "overload",
          title: "Age of the oldest delivery under sustained overload",
          xLabel: "hours",
          yLabel: "hours",
          lines: results.map(({ variant, ages }) => ({ label: variant.label, points: ages })),
        },
      ],
      violations: results.reduce((sum, { violations }) => sum + violations, 0),
    };
  },
};

function play({ options }: Variant, seed: number, untilMs: number) {
  const lane = {
    id: "lane",
    tenantId: "tenant",
    host: "host",
    hostCap: inFlight,
    endpoint: answering(200, constantLatency(answerMs)),
    retryPolicy: { window_ms: 48 * hourMs },
  };
  let shed = 0;
  const waits: number[] = [];
  const counting: Observer = {
    final({ deadReason, createdAt }, now) {
      if (deadReason === "backlog_shed") shed++;
      else if (deadReason === null) waits.push(now - createdAt);
    },
  };
  const { world, checker } = watchedWorld({ ...options, seed, lanes: [lane], observers: [counting] });
  feedEach(world, ["lane"], eventsPerS, untilMs, seed);
  const ageS = () => {
    const oldest = world.ledger.oldestOpen(world.lane("lane"));
    return oldest ? Math.round((world.now - oldest.createdAt) / 1_000) : 0;
  };
  const ages: [number, number][] = [];
  for (let atMs = 0; atMs <= untilMs; atMs += lookMs) {
    world.runFor(atMs);
    ages.push([atMs / hourMs, ageS() / 3_600]);
  }
  return {
    oldestS: ageS(),
    waiting: world.ledger.openCount(world.lane("lane")),
    delivered: waits.length,
    shed,
    p50: percentile(waits, 0.5) / 1_000,
    ages,
    violations: checker.count,
  };
}
