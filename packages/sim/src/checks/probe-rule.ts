import type { EpochMs } from "@hooklane/core";
import type { Delivery } from "../world/delivery.ts";
import type { Rule } from "./rule.ts";

/** What was granted before a circuit opened may be claimed within the moment after it. */
const claimingMs = 100;

/** An open circuit in one worker, and what that worker has sent to it since. */
interface Opened {
  readonly since: EpochMs;
  readonly probes: Map<Delivery, EpochMs>;
}

/**
 * While a lane's or a host's circuit is not closed, its worker has at most one request in flight that it began since: the
 * probe. A probe whose lease ran out does not count any more.
 */
export const probeRule: Rule = {
  name: "probes",
  watch({ config, report }) {
    const circuits = new Map<string, Map<string, Opened>>();
    const ofWorker = (worker: string) => {
      const known = circuits.get(worker) ?? new Map<string, Opened>();
      circuits.set(worker, known);
      return known;
    };
    const open = (worker: string, key: string, now: EpochMs) => {
      const known = ofWorker(worker);
      if (!known.has(key)) known.set(key, { since: now, probes: new Map() });
    };
    return {
      changed(worker, transition, now) {
        if (transition.scope === "fleet") return;
        const key = `${transition.scope} ${transition.id}`;
        if (transition.kind === "opened") open(worker, key, now);
        if (transition.kind === "closed") ofWorker(worker).delete(key);
      },
      began({ worker, delivery }, now) {
        const known = circuits.get(worker);
        if (!known || known.size === 0) return;
        for (const key of [`lane ${delivery.lane.id}`, `host ${delivery.lane.host}`]) {
          const opened = known.get(key);
          if (!opened || now - opened.since <= claimingMs) continue;
          for (const [probe, at] of opened.probes) if (now - at >= config.lease_ms) opened.probes.delete(probe);
          opened.probes.set(delivery, now);
          if (opened.probes.size > 1) report(`${worker}: ${opened.probes.size} probes of ${key} in flight`, now);
        }
      },
      ended({ worker, delivery }) {
        const known = circuits.get(worker);
        known?.get(`lane ${delivery.lane.id}`)?.probes.delete(delivery);
        known?.get(`host ${delivery.lane.host}`)?.probes.delete(delivery);
      },
      // What it begins from was stored elsewhere.
      tookOver(worker, lane) {
        circuits.get(worker)?.delete(`lane ${lane.id}`);
        circuits.get(worker)?.delete(`host ${lane.host}`);
      },
      crashed: (worker) => void circuits.delete(worker),
    };
  },
};
