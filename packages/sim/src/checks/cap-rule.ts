import type { EpochMs } from "@hooklane/core";
import type { Delivery } from "../world/delivery.ts";
import { laneCeiling } from "./ceilings.ts";
import type { Rule } from "./rule.ts";
import { Tally } from "./tally.ts";

/** What one worker has: permits that were granted to it, and requests that it has sent. */
interface Held {
  readonly laneIds: Tally;
  readonly hosts: Tally;
  permits: number;
  readonly sent: Set<Delivery>;
}

/**
 * Never more in flight than allowed: permits of a lane and of a host in one worker, requests of a lane and of a host in the
 * whole fleet, and the pool of each worker.
 */
export const capRule: Rule = {
  name: "caps",
  watch({ config, isShaken, report }) {
    const byWorker = new Map<string, Held>();
    const sentByLane = new Tally();
    const sentByHost = new Tally();

    function heldBy(worker: string): Held {
      let held = byWorker.get(worker);
      if (!held) {
        held = { laneIds: new Tally(), hosts: new Tally(), permits: 0, sent: new Set() };
        byWorker.set(worker, held);
      }
      return held;
    }

    function release(worker: string, laneId: string, host: string, n: number): void {
      const held = heldBy(worker);
      held.laneIds.add(laneId, -n);
      held.hosts.add(host, -n);
      held.permits -= n;
    }

    function within(count: number, cap: number, what: string, now: EpochMs): void {
      if (count > cap) report(`${what}: ${count} in flight, allowed ${cap}`, now);
    }

    return {
      decided(worker, offers, grants, _refusals, now) {
        for (const { laneId, host, class: deliveryClass, n } of grants) {
          const offer = offers.find((candidate) => candidate.laneId === laneId && candidate.class === deliveryClass);
          const held = heldBy(worker);
          held.permits += n;
          within(held.laneIds.add(laneId, n), laneCeiling(offer?.laneCap), `permits of lane ${laneId} in ${worker}`, now);
          within(held.hosts.add(host, n), offer?.hostCap ?? config.host.cap, `permits of host ${host} in ${worker}`, now);
          within(held.permits, config.pool.size, `permits of ${worker}`, now);
        }
      },
      unused: (worker, { laneId, host }, n) => release(worker, laneId, host, n),
      began({ worker, delivery }, now) {
        const { lane } = delivery;
        heldBy(worker).sent.add(delivery);
        const ofLane = sentByLane.add(lane.id, 1);
        const ofHost = sentByHost.add(lane.host, 1);
        // While a shard moves, both its owners may have sent for a moment.
        if (isShaken) return;
        within(ofLane, laneCeiling(lane.laneCap), `requests of lane ${lane.id}`, now);
        within(ofHost, lane.hostCap ?? config.host.cap, `requests to host ${lane.host}`, now);
      },
      freed({ worker, delivery }) {
        const { lane } = delivery;
        release(worker, lane.id, lane.host, 1);
        if (!heldBy(worker).sent.delete(delivery)) return;
        sentByLane.add(lane.id, -1);
        sentByHost.add(lane.host, -1);
      },
      crashed(worker) {
        for (const { lane } of heldBy(worker).sent) {
          sentByLane.add(lane.id, -1);
          sentByHost.add(lane.host, -1);
        }
        byWorker.delete(worker);
      },
    };
  },
};
