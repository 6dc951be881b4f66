import type { PlatformDelivery, PlatformHealth } from "./books.ts";
import type { Obligation, Promised } from "./obligations.ts";
import type { ViolationLog } from "./violations.ts";

/** What one subscription's rows add up to. */
interface LaneTotals {
  pending: number;
  inflight: number;
  /** Those that no later delivery replays. */
  dead: number;
}

/** What the listed rows say per subscription, whichever event they are of. */
export type LaneTotalsById = ReadonlyMap<string, LaneTotals>;

const knownStates = new Set(["pending", "inflight", "delivered", "dead", "cancelled"]);

/** Whether the row may still be sent. */
export function isOpen({ state }: PlatformDelivery): boolean {
  return state === "pending" || state === "inflight";
}

/** Enters the platform's rows into the obligations they are of. Rows of events the producer does not know only count for the lane. */
export function enterRows(deliveries: Iterable<PlatformDelivery>, promised: Promised, violations: ViolationLog): LaneTotalsById {
  const lanes = new Map<string, LaneTotals>();
  const replayed = new Set<string>();
  const deadRows: PlatformDelivery[] = [];
  for (const row of deliveries) {
    const lane = lanes.get(row.subscription_id) ?? { pending: 0, inflight: 0, dead: 0 };
    lanes.set(row.subscription_id, lane);
    if (row.state === "pending" || row.state === "inflight") lane[row.state] += 1;
    if (row.state === "dead") deadRows.push(row);
    if (row.replay_of) replayed.add(row.replay_of);
    enterRow(row, promised.byEvent.get(row.event_id), violations);
  }
  for (const row of deadRows) {
    const lane = lanes.get(row.subscription_id);
    if (lane && !replayed.has(row.id)) lane.dead += 1;
  }
  return lanes;
}

function enterRow(row: PlatformDelivery, obligations: readonly Obligation[] | undefined, violations: ViolationLog): void {
  if (obligations === undefined) return;
  const { event_id: eventId, subscription_id: subscriptionId } = row;
  const where = { eventId, subscriptionId };
  const owner = obligations.find((obligation) => obligation.subscriptionId === subscriptionId);
  if (owner === undefined) {
    violations.add("unintended", `${row.id} is for a subscription that is no target`, where);
    return;
  }
  const twin = owner.rows.find((other) => generationOf(other) === generationOf(row));
  if (twin) violations.add("duplicate_delivery", `${twin.id} and ${row.id} are both generation ${generationOf(row)}`, where);
  if (row.state === "dead" && !row.dead_reason) violations.add("dead_without_reason", row.id, where);
  if (!knownStates.has(row.state)) violations.add("unfinished", `${row.id} is in the unknown state ${row.state}`, where);
  owner.rows.push(row);
}

/** The obligation's newest row: what the platform says about it now. */
export function latestRow({ rows }: Obligation): PlatformDelivery | undefined {
  return rows.reduce<PlatformDelivery | undefined>(
    (latest, row) => (latest === undefined || generationOf(row) > generationOf(latest) ? row : latest),
    undefined,
  );
}

function generationOf(row: PlatformDelivery): number {
  return row.generation ?? 1;
}

/** Compares the platform's counters with its own rows. A delivery in flight may or may not be in the backlog. */
export function checkHealth(health: Iterable<PlatformHealth>, lanes: LaneTotalsById, violations: ViolationLog): void {
  for (const { subscription_id: subscriptionId, backlog, dead_count: deadCount } of health) {
    const { pending, inflight, dead } = lanes.get(subscriptionId) ?? { pending: 0, inflight: 0, dead: 0 };
    if (backlog < pending || backlog > pending + inflight) {
      violations.add("health", `backlog ${backlog}, listed ${pending} pending and ${inflight} in flight`, { subscriptionId });
    }
    if (deadCount !== dead) violations.add("health", `dead_count ${deadCount}, listed ${dead} not replayed`, { subscriptionId });
  }
}
