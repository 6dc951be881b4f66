import { sickShare } from "../sick-share/sick-share.ts";
import type { Entries } from "./entries.ts";
import type { HostEntry } from "./host-entry.ts";
import type { LaneEntry } from "./lane-entry.ts";

/** One permit, and where it counts. */
export interface Place {
  readonly lane: LaneEntry;
  readonly host: HostEntry;
  readonly tenantId: string;
  readonly isOrdered: boolean;
}

/** Permits that the lane holds at the host. */
export function heldByLaneAt(lane: LaneEntry, host: HostEntry): number {
  return lane.host === host ? lane.heldAtHost : (lane.rare.heldElsewhere?.get(host.host) ?? 0);
}

/** Counts one permit of this worker everywhere that it counts. */
export function hold(entries: Entries, place: Place): void {
  const { lane } = place;
  const { worker } = entries;
  countAt(place, 1);
  lane.own++;
  worker.inFlight++;
  worker.sick = sickShare.take(worker.sick, lane.isSick);
  const tenant = entries.tenant(place.tenantId);
  if (tenant.held++ === 0) worker.holdingTenants++;
}

/** The opposite of {@link hold}. */
export function release(entries: Entries, place: Place): void {
  const { lane, host } = place;
  const { worker } = entries;
  countAt(place, -1);
  lane.own--;
  worker.inFlight--;
  worker.sick = sickShare.release(worker.sick, lane.isSick);
  const tenant = entries.tenant(place.tenantId);
  if (--tenant.held === 0) worker.holdingTenants--;
  entries.dropUnusedHost(host);
}

/** Counts permits of another worker's lease: for the lane and the host alone. */
export function holdForeign(entries: Entries, place: Place): void {
  countAt(place, 1);
  place.lane.foreign++;
  entries.worker.foreign++;
}

export function releaseForeign(entries: Entries, place: Place): void {
  countAt(place, -1);
  place.lane.foreign--;
  entries.worker.foreign--;
  entries.dropUnusedHost(place.host);
}

function countAt({ lane, host, isOrdered }: Place, n: 1 | -1): void {
  const before = heldByLaneAt(lane, host);
  const after = before + n;
  if (lane.host === host) lane.heldAtHost = after;
  else {
    const elsewhere = new Map(lane.rare.heldElsewhere ?? []);
    if (after > 0) elsewhere.set(host.host, after);
    else elsewhere.delete(host.host);
    lane.setRare("heldElsewhere", elsewhere.size > 0 ? elsewhere : null);
  }
  if (before === 0) host.holding++;
  if (after === 0) host.holding--;
  host.inFlight += n;
  if (isOrdered) lane.ordered += n;
}
