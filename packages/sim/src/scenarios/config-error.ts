import { type CauseWindowsState, type Classification, type ConfigErrorFinding, causeWindows } from "@hooklane/core";
import { alternating, answering, failing, mixed } from "../endpoints/behaviours.ts";
import type { Endpoint } from "../endpoints/endpoint.ts";
import { logNormalLatency } from "../endpoints/latency.ts";
import { verifying } from "../endpoints/verifying.ts";
import type { Observer } from "../world/observer.ts";
import { worldStartMs } from "../world/timeline.ts";
import { feedEach } from "./healthy-tenants.ts";
import type { Findings, Scenario } from "./scenario.ts";
import { watchedWorld } from "./watched-world.ts";

const hourMs = 3_600_000;
const minuteMs = 60_000;
const lookMsOf = { full: 12 * hourMs, small: 4 * hourMs };
const latency = logNormalLatency(40, 0.5);
const ok = answering(200, latency);

export interface ConfigErrorFigures {
  /** Receivers whose clocks are 90 s behind and 600 s ahead are named. */
  readonly skew: boolean;
  readonly uniform_500: boolean;
  readonly mixed_94: boolean;
}

interface Case {
  readonly label: string;
  readonly endpoint: Endpoint;
  readonly perSecond: number;
}

const behind: Case = {
  label: "clock 90 s behind, tolerance 60 s",
  endpoint: verifying({ skewMs: -90_000, toleranceMs: 60_000, latency }),
  perSecond: 0.5,
};
const ahead: Case = {
  label: "clock 600 s ahead, tolerance 300 s",
  endpoint: verifying({ skewMs: 600_000, toleranceMs: 300_000, latency }),
  perSecond: 0.5,
};
const uniform500: Case = { label: "500 to everything", endpoint: answering(500, latency), perSecond: 0.5 };
/** One of each 16 is 6.25 %, and no chance in it. */
const mixed94: Case = { label: "94 % 401, the rest 200, evenly", endpoint: alternating(answering(401, latency), ok, 16), perSecond: 0.5 };
const cases: readonly Case[] = [
  behind,
  ahead,
  { label: "clock 90 s behind, tolerance 300 s", endpoint: verifying({ skewMs: -90_000, toleranceMs: 300_000, latency }), perSecond: 0.5 },
  { label: "400 to everything, 1 event in 3 h", endpoint: answering(400, latency), perSecond: 1 / (3 * 3_600) },
  { label: "certificate expired", endpoint: failing("tls_error"), perSecond: 0.5 },
  uniform500,
  { label: "timeouts", endpoint: failing("timeout"), perSecond: 0.5 },
  mixed94,
  { label: "94 % 401, the rest 200, by chance", endpoint: mixed(ok, answering(401, latency), 0.94), perSecond: 0.5 },
  { label: "94 % 401, the rest 200, by chance, 20 events/h", endpoint: mixed(ok, answering(401, latency), 0.94), perSecond: 20 / 3_600 },
];

/** What is a setting, and what is an outage. */
export const configError: Scenario<ConfigErrorFigures> = {
  name: "config_error",
  claim: "A uniform 4xx is named a configuration error, also with few events; 500s, timeouts and a mixture of 94 % are not.",
  run(seed, size = "full"): Findings<ConfigErrorFigures> {
    const lookMs = lookMsOf[size];
    const results = cases.map((known) => ({ known, ...play(known, seed, lookMs) }));
    const isNamed = (known: Case) => (results.find((result) => result.known === known)?.namedShare ?? 0) > 0;
    return {
      figures: { skew: isNamed(behind) && isNamed(ahead), uniform_500: isNamed(uniform500), mixed_94: isNamed(mixed94) },
      tables: [
        {
          title: `Judged each minute for ${lookMs / hourMs} h`,
          columns: ["endpoint", "named as", "first after, min", "named, % of the minutes after the first hour"],
          rows: results.map(({ known, cause, firstMin, namedShare }) => [
            known.label,
            cause ?? "-",
            firstMin ?? "-",
            Math.round(namedShare * 1_000) / 10,
          ]),
        },
      ],
      plots: [],
      violations: results.reduce((sum, { violations }) => sum + violations, 0),
    };
  },
};

function play({ endpoint, perSecond }: Case, seed: number, lookMs: number) {
  const ends: { now: number; classification: Classification; durationMs: number }[] = [];
  const observer: Observer = {
    ended: ({ classification, exchange }, now) => void ends.push({ now, classification, durationMs: exchange.durationMs }),
  };
  const { world, checker } = watchedWorld({
    seed,
    lanes: [{ id: "lane", tenantId: "tenant", host: "host", endpoint }],
    observers: [observer],
  });
  feedEach(world, ["lane"], perSecond, lookMs, seed);
  const windows = causeWindows(world.config.config_error);
  let state: CauseWindowsState = windows.initial();
  let first: { finding: ConfigErrorFinding; atMs: number } | null = null;
  let named = 0;
  let looks = 0;
  for (let atMs = minuteMs; atMs <= lookMs; atMs += minuteMs) {
    world.runFor(atMs);
    for (const { now, classification, durationMs } of ends.splice(0)) {
      const permit = { laneId: "lane", tenantId: "tenant", host: "host", class: "first" } as const;
      state = windows.observe(state, { permit, classification, durationMs }, now);
    }
    const finding = windows.judge(state, worldStartMs + atMs);
    if (finding && !first) first = { finding, atMs };
    if (atMs <= hourMs) continue;
    looks++;
    if (finding) named++;
  }
  return {
    cause: first?.finding.cause ?? null,
    firstMin: first ? first.atMs / minuteMs : null,
    namedShare: named / looks,
    violations: checker.count,
  };
}
