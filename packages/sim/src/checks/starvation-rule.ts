import type { EpochMs } from "@hooklane/core";
import type { Rule } from "./rule.ts";

/** Reasons that say "others are using it", and not "this lane should wait". */
const sharedReasons: ReadonlySet<string> = new Set(["pool_full", "host_full", "tenant_full"]);
/** Long against the 30 s that one request may take, times the few lanes of a world per permit. */
const longestWaitMs = 5 * 60_000;
/** A lane that did not ask for longer had nothing to send; a parked one is woken whenever a request ends, so every 30 s. */
const silenceMs = 2 * 60_000;

interface Wait {
  readonly since: EpochMs;
  readonly last: EpochMs;
}

/**
 * No lane waits for ever for what others use: it is refused for shared things alone only so long, and no delivery expires
 * without an attempt unless the lane itself had to wait.
 */
export const starvationRule: Rule = {
  name: "starvation",
  watch({ report }) {
    const waitsOf = new Map<string, Map<string, Wait>>();
    const lastReason = new Map<string, string>();
    const servedAt = new Map<string, EpochMs>();
    return {
      decided(worker, _offers, grants, refusals, now) {
        const waits = waitsOf.get(worker) ?? new Map<string, Wait>();
        waitsOf.set(worker, waits);
        for (const { laneId } of grants) {
          waits.delete(laneId);
          lastReason.delete(laneId);
          servedAt.set(laneId, now);
        }
        for (const { laneId, reason } of refusals) {
          lastReason.set(laneId, reason);
          if (!sharedReasons.has(reason)) {
            waits.delete(laneId);
            continue;
          }
          const known = waits.get(laneId);
          const since = known && now - known.last < silenceMs ? known.since : now;
          waits.set(laneId, { since, last: now });
          if (now - since <= longestWaitMs) continue;
          report(`${worker}: lane ${laneId} was refused (${reason}) for ${now - since} ms while others were served`, now);
          waits.delete(laneId);
        }
      },
      final({ id, lane, attempt, deadReason, createdAt, sequence }, now) {
        // In an ordered lane one waits behind another, perhaps for as long as that one may try.
        if (deadReason !== "expired" || attempt > 0 || sequence !== null) return;
        // A lane that is served has more than it can send: that is an overload, and no starvation.
        if (now - (servedAt.get(lane.id) ?? createdAt) <= longestWaitMs) return;
        const reason = lastReason.get(lane.id);
        if (lane.state !== "active" || (reason !== undefined && !sharedReasons.has(reason))) return;
        report(
          `delivery ${id} of lane ${lane.id} expired after ${now - createdAt} ms without an attempt (last refusal: ${reason ?? "none"})`,
          now,
        );
      },
      crashed: (worker) => void waitsOf.delete(worker),
    };
  },
};
