import type { AdmissionTransition, DeliveryClass, Grant, Offer, Refusal } from "@hooklane/core";
import type { ClaimedDelivery, DueLane, Settlement } from "@hooklane/db";
import { createMeters, createRegistry, type MetersOf, type Registry } from "@hooklane/ops";
import type { ClaimResult } from "../dispatch/claim.ts";
import { DueWatch } from "./due-watch.ts";
import { LaneSeries } from "./lane-series.ts";
import type { AdmissionMeter } from "./metered-admission.ts";
import { admissionMetrics, fleetMetrics, hostMetrics, laneMetrics, workMetrics } from "./metric-specs.ts";
import { PermitBook } from "./permit-book.ts";
import { seriesLabel } from "./series-label.ts";

export interface WorkerMeters {
  lane: MetersOf<typeof laneMetrics>;
  host: MetersOf<typeof hostMetrics>;
  admission: MetersOf<typeof admissionMetrics>;
  work: MetersOf<typeof workMetrics>;
  fleet: MetersOf<typeof fleetMetrics>;
}

const MS = 1 / 1_000;

/** What the worker's parts tell as they work: cheap calls that only count, and never throw. */
export class Observation implements AdmissionMeter {
  readonly registry: Registry = createRegistry();
  readonly meters: WorkerMeters;
  readonly series: LaneSeries;
  readonly permits: PermitBook;
  readonly due: DueWatch;
  readonly #monotonicNow: () => number;
  #searchedAt: number;

  /** @param maxLanes lanes that get series of their own */
  constructor({ maxLanes, monotonicNow }: { maxLanes: number; monotonicNow: () => number }) {
    this.meters = {
      lane: createMeters(this.registry, laneMetrics),
      host: createMeters(this.registry, hostMetrics),
      admission: createMeters(this.registry, admissionMetrics),
      work: createMeters(this.registry, workMetrics),
      fleet: createMeters(this.registry, fleetMetrics),
    };
    this.series = new LaneSeries(maxLanes);
    this.permits = new PermitBook(this.series);
    this.due = new DueWatch(monotonicNow);
    this.#monotonicNow = monotonicNow;
    this.#searchedAt = monotonicNow();
  }

  /** Since the latest search for due work that succeeded, in ms. */
  get searchSilentMs(): number {
    return this.#monotonicNow() - this.#searchedAt;
  }

  /** There is nothing to search: no silence is to be held against the search. */
  nothingToSearch(): void {
    this.#searchedAt = this.#monotonicNow();
  }

  searched(found: readonly DueLane[], nowMs: number, durationMs: number): void {
    this.#searchedAt = this.#monotonicNow();
    this.due.found(found, nowMs);
    this.meters.work.discovery.observe(durationMs * MS);
  }

  round(offers: readonly Offer[], grants: readonly Grant[], refusals: readonly Refusal[], now: number): void {
    this.permits.round(offers, grants, refusals);
    // An offer that got a part was heard; its age ends when what it got is claimed
    const heard = new Set(grants.map(keyOf));
    for (const refusal of refusals) {
      if (heard.size > 0 && heard.has(keyOf(refusal))) continue;
      this.due.refused(refusal.laneId, refusal.class, refusal.until, now);
    }
  }

  finished(): void {
    this.permits.finished();
  }

  givenBack(_: unknown, n: number): void {
    this.permits.givenBack(n);
  }

  transition(transition: AdmissionTransition): void {
    this.meters.admission.transitions.inc({ scope: transition.scope, kind: transition.kind });
  }

  claimed(results: readonly ClaimResult[], durationMs: number, nowMs: number): void {
    let rows = 0;
    let bodies = 0;
    for (const { work, rows: got, headDueMs } of results) {
      rows += got.length;
      for (const { event } of got) if (event) bodies++;
      this.due.claimed(work.laneId, work.class, headDueMs, nowMs);
    }
    this.meters.work.claim.observe(durationMs * MS);
    this.meters.work.claimRows.observe(rows);
    this.loaded(bodies);
  }

  loaded(bodies: number): void {
    this.meters.work.payloadLoads.inc(bodies);
  }

  recorded(claim: ClaimedDelivery, row: Settlement): void {
    const subscription = seriesLabel(this.series.of(claim.subscriptionId));
    const { lane, work } = this.meters;
    lane.status.inc({ subscription, status: row.status === null ? "none" : `${Math.trunc(row.status / 100)}xx` });
    lane.duration.observe({ subscription }, row.durationMs * MS);
    if (row.totalMs !== null) lane.latency.observe({ subscription }, row.totalMs * MS);
    work.attempts.inc({ outcome: row.outcome });
  }
}

const keyOf = ({ laneId, class: cls }: { laneId: string; class: DeliveryClass }): string => `${laneId} ${cls}`;
