import type { Admission, Explanation } from "@hooklane/core";
import type { LaneBacklog } from "@hooklane/db";
import type { SubscriptionCache } from "../subscriptions/subscription-cache.ts";
import { OTHER } from "./lane-series.ts";
import type { Observation } from "./observation.ts";
import { seriesLabel } from "./series-label.ts";

const circuitNumber = { closed: 0, half_open: 1, open: 2 } as const;

export interface LaneGaugeParts {
  observation: Observation;
  admission: Admission;
  subscriptions: SubscriptionCache;
  /** By the database's clock. */
  now: () => number;
  /** As sampled last, by lane. */
  backlogs: () => ReadonlyMap<string, LaneBacklog>;
}

/** Brings the series of lanes and their hosts up to date. Costs as much as there are named lanes, not as there are lanes. */
export function refreshLanes({ observation, admission, subscriptions, now, backlogs }: LaneGaugeParts): void {
  const { lane: meters, host: hostMeters } = observation.meters;
  const nowMs = now();
  const named = new Set(observation.series.named);
  const hosts = new Set<string>();
  let ofNamed = 0;
  for (const laneId of named) {
    const lane = subscriptions.get(laneId);
    const facts = lane && { tenantId: lane.tenantId, host: lane.host, laneCap: lane.plan.lane_cap, plan: lane.plan };
    const explained = admission.explain(laneId, nowMs, facts);
    const subscription = seriesLabel(laneId);
    ofNamed += explained.lane.inFlight;
    if (lane) hosts.add(lane.host);
    setPolicies(meters, subscription, explained);
    meters.lag.set({ subscription }, observation.due.lagMs(laneId, nowMs) / 1_000);
    const backlog = backlogs().get(laneId);
    if (!backlog) continue;
    meters.backlog.set({ subscription }, backlog.backlog);
    meters.backlogBytes.set({ subscription }, backlog.backlogBytes);
    meters.dead.set({ subscription }, backlog.deadCount);
  }
  const { pool, foreign } = admission.workerGauges(nowMs);
  meters.inFlight.set({ subscription: OTHER }, pool.inFlight + foreign - ofNamed);
  meters.lag.set({ subscription: OTHER }, observation.due.maxLagMs(nowMs, named) / 1_000);
  for (const meter of Object.values(hostMeters)) meter.reset();
  for (const host of hosts) {
    const gauges = admission.hostGauges(host, nowMs);
    if (!gauges) continue;
    hostMeters.inFlight.set({ host }, gauges.inFlight);
    hostMeters.cap.set({ host }, gauges.cap);
    hostMeters.circuit.set({ host }, circuitNumber[gauges.circuit]);
    hostMeters.budgetFill.set({ host }, gauges.budgetFill);
  }
  refreshPermits(observation);
}

function setPolicies(
  meters: Observation["meters"]["lane"],
  subscription: string,
  { lane, ratePerS, retryBudgetFill, circuit, ramp }: Explanation,
): void {
  meters.inFlight.set({ subscription }, lane.inFlight);
  meters.cap.set({ subscription }, lane.cap);
  meters.sick.set({ subscription }, lane.isSick ? 1 : 0);
  meters.rate.set({ subscription }, ratePerS);
  meters.budgetFill.set({ subscription }, retryBudgetFill);
  meters.circuit.set({ subscription }, circuitNumber[circuit.state]);
  meters.ramp.set({ subscription }, ramp ?? 1);
}

/** The counters are kept as plain numbers and written out only here. */
function refreshPermits({ meters: { lane: meters }, permits }: Observation): void {
  for (const meter of [meters.offers, meters.grants, meters.rejections]) meter.reset();
  for (const [series, { offered, oldest, fresh, refused }] of permits.counts) {
    const subscription = seriesLabel(series);
    meters.offers.inc({ subscription }, offered);
    meters.grants.inc({ subscription, share: "oldest" }, oldest);
    meters.grants.inc({ subscription, share: "new" }, fresh);
    for (const [reason, n] of refused) meters.rejections.inc({ subscription, reason }, n);
  }
}

/** Removes the series of lanes that lost their place. */
export function dropSeries({ meters: { lane: meters }, permits }: Observation, laneIds: readonly string[]): void {
  for (const laneId of laneIds) {
    const subscription = seriesLabel(laneId);
    permits.forget(laneId);
    const { offers: _offers, grants: _grants, rejections: _rejections, status, ...single } = meters;
    for (const meter of Object.values(single)) meter.remove({ subscription });
    for (const kind of ["none", "1xx", "2xx", "3xx", "4xx", "5xx"]) status.remove({ subscription, status: kind });
  }
}
