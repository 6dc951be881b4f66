import type { Admission } from "@hooklane/core";
import {
  auditEvents,
  daysAhead,
  type LaneBacklog,
  listPartitions,
  readBacklogs,
  readBacklogTotals,
  readOverdue,
  readShardGaps,
  WORKER_TTL_MS,
} from "@hooklane/db";
import type pg from "pg";
import type { Logger } from "pino";
import { dropSeries } from "./lane-gauges.ts";
import type { Observation } from "./observation.ts";

/** Between two samples. */
export const SAMPLE_MS = 5_000;
/** The dearer facts are read each so many samples. */
const EVERY_TOTALS = 3;
const EVERY_PARTITIONS = 12;
/** Lanes whose books are read to rank them. */
const MAX_RANKED = 500;
/** Events that one sample audits. */
const MAX_AUDITED = 50;
/** An event is audited when it is this old: what was accepted at the same time has committed by then. */
const AUDIT_AGE_MS = 5_000;
/** How long a sweep may take to end what is over. */
const OVERDUE_GRACE_MS = 60_000;
const MAX_OVERDUE = 1_000;
/** A shard changes hands within this. */
const GAP_GRACE_MS = 30_000;
/** How long a found mismatch is told. */
const MISMATCH_TOLD_MS = 3_600_000;

export interface FleetSamplerParts {
  observation: Observation;
  admission: Pick<Admission, "laneInFlight">;
  pool: pg.Pool;
  /** By the database's clock. */
  now: () => number;
  monotonicNow: () => number;
  owned: () => ReadonlySet<number>;
  log: Logger;
}

/**
 * Reads now and then what a scrape must not read each time, with statements whose cost is bounded. What the whole fleet shares and costs more
 * than a glance is read by one worker alone, the owner of shard 0.
 */
export class FleetSampler {
  readonly #parts: FleetSamplerParts;
  #turn = 0;
  #gapSince: number | undefined;
  #daysAhead: number | undefined;
  #auditedTo: number | undefined;
  #overdue = 0;
  #mismatchAt = Number.NEGATIVE_INFINITY;
  #sampledAt: number;
  #backlogs: ReadonlyMap<string, LaneBacklog> = new Map();

  constructor(parts: FleetSamplerParts) {
    this.#parts = parts;
    this.#sampledAt = parts.monotonicNow();
  }

  /** As sampled last, by lane. */
  get backlogs(): ReadonlyMap<string, LaneBacklog> {
    return this.#backlogs;
  }

  get ageMs(): number {
    return this.#parts.monotonicNow() - this.#sampledAt;
  }

  get hasShardGap(): boolean {
    return this.#gapSince !== undefined && this.#parts.monotonicNow() - this.#gapSince >= GAP_GRACE_MS;
  }

  /** Whole days ahead that have partitions; undefined before the first look. */
  get daysAhead(): number | undefined {
    return this.#daysAhead;
  }

  get hasMismatch(): boolean {
    return this.#overdue > 0 || this.#parts.monotonicNow() - this.#mismatchAt < MISMATCH_TOLD_MS;
  }

  /** One sample. Rejects while the database is away. */
  readonly sample = async (): Promise<void> => {
    const { observation, pool, now, owned } = this.#parts;
    const { fleet } = observation.meters;
    observation.due.forget();
    const gaps = await readShardGaps(pool, WORKER_TTL_MS);
    this.#gapSince = gaps > 0 ? (this.#gapSince ?? this.#parts.monotonicNow()) : undefined;
    fleet.shardGaps.set(gaps);
    if (this.#turn % EVERY_PARTITIONS === 0) {
      this.#daysAhead = daysAhead(await listPartitions(pool), now());
      fleet.daysAhead.set(this.#daysAhead);
    }
    await this.#rank();
    if (owned().has(0)) await this.#sampleLedger();
    else this.#leaveLedger();
    this.#turn++;
    this.#sampledAt = this.#parts.monotonicNow();
  };

  async #rank(): Promise<void> {
    const { observation, admission, pool } = this.#parts;
    const { series, permits } = observation;
    const candidates = new Map<string, number>();
    for (const laneId of [...series.named, ...permits.takeTouched()]) candidates.set(laneId, admission.laneInFlight(laneId));
    const busiest = [...candidates].sort(([, a], [, b]) => b - a).slice(0, MAX_RANKED);
    const books = await readBacklogs(
      pool,
      busiest.map(([laneId]) => laneId),
    );
    this.#backlogs = new Map(books.map((book) => [book.subscriptionId, book]));
    const score = (laneId: string, inFlight: number): number => inFlight + (this.#backlogs.get(laneId)?.backlog ?? 0);
    dropSeries(observation, series.rank(new Map(busiest.map(([laneId, inFlight]) => [laneId, score(laneId, inFlight)]))));
  }

  async #sampleLedger(): Promise<void> {
    const { observation, pool, now } = this.#parts;
    const { fleet } = observation.meters;
    if (this.#turn % EVERY_TOTALS === 0) {
      const totals = await readBacklogTotals(pool);
      fleet.backlog.set({ state: "open" }, totals.backlog);
      fleet.backlog.set({ state: "dead" }, totals.deadCount);
      fleet.backlogBytes.set({ state: "open" }, totals.backlogBytes);
    }
    const overdue = await readOverdue(pool, now(), OVERDUE_GRACE_MS, MAX_OVERDUE);
    fleet.overdue.set({ kind: "lease" }, overdue.leases);
    fleet.overdue.set({ kind: "deadline" }, overdue.deadlines);
    this.#overdue = overdue.leases + overdue.deadlines;
    await this.#audit();
  }

  /** A stretch of recent events, from where the last one ended: all of them while they are few, the first of each stretch otherwise. */
  async #audit(): Promise<void> {
    const { observation, pool, now, log } = this.#parts;
    const { fleet } = observation.meters;
    const to = now() - AUDIT_AGE_MS;
    const { checked, mismatched } = await auditEvents(pool, now(), this.#auditedTo ?? to - SAMPLE_MS, to, MAX_AUDITED);
    this.#auditedTo = to;
    fleet.audited.inc(checked);
    if (mismatched.length === 0) return;
    fleet.mismatched.inc(mismatched.length);
    this.#mismatchAt = this.#parts.monotonicNow();
    log.error({ events: mismatched }, "events do not have the deliveries that their accept promised");
  }

  /** Shard 0 is somebody else's: so is what its owner tells. */
  #leaveLedger(): void {
    const { backlog, backlogBytes, overdue } = this.#parts.observation.meters.fleet;
    for (const meter of [backlog, backlogBytes, overdue]) meter.reset();
    this.#overdue = 0;
    this.#auditedTo = undefined;
  }
}
