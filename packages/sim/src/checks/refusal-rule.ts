import { refusalReasons } from "@hooklane/core";
import type { Rule } from "./rule.ts";

/** A refusal carries a known reason, and what ends it: a moment later than now, or an event. */
export const refusalRule: Rule = {
  name: "refusals",
  watch({ report }) {
    const known: ReadonlySet<string> = new Set(refusalReasons);
    return {
      decided(worker, _offers, _grants, refusals, now) {
        for (const { laneId, reason, until, endedBy, n } of refusals) {
          if (!known.has(reason)) report(`${worker} refused ${laneId} with the unknown reason ${reason}`, now);
          if (!(n > 0)) report(`${worker} refused ${n} of ${laneId}`, now);
          if (until === null ? endedBy === null : !(until > now)) {
            report(`${worker} refused ${laneId} (${reason}) until ${until === null ? "nothing" : until - now}`, now);
          }
        }
      },
    };
  },
};
