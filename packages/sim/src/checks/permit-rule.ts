import type { Grant, Offer, Refusal } from "@hooklane/core";
import type { Rule } from "./rule.ts";
import { Tally } from "./tally.ts";

/**
 * A round grants what was offered and not more, answers each offer, and every permit ends exactly once: unused, freed, or
 * lost with its worker.
 */
export const permitRule: Rule = {
  name: "permits",
  watch({ report }) {
    const open = new Tally();
    return {
      decided(worker, offers, grants, refusals, now) {
        for (const [asked, n] of unanswered(offers, grants, refusals))
          report(`${worker}: of what ${asked} asked, ${n} was neither granted nor refused`, now);
        for (const { n } of grants) {
          if (!(n > 0)) report(`${worker}: a grant of ${n}`, now);
          open.add(worker, n);
        }
      },
      unused: (worker, _grant, n) => void open.add(worker, -n),
      freed: ({ worker }) => void open.add(worker, -1),
      crashed: (worker) => void open.add(worker, -open.of(worker)),
      end(now) {
        for (const [worker, n] of open.entries()) report(`${worker}: ${n} permits were never ended`, now);
      },
    };
  },
};

function unanswered(offers: readonly Offer[], grants: readonly Grant[], refusals: readonly Refusal[]): [string, number][] {
  const [offer] = offers;
  if (offers.length === 1 && offer) {
    const answered = [...grants, ...refusals].reduce((sum, { n }) => sum + n, 0);
    return answered === offer.wanted ? [] : [[offer.laneId, offer.wanted - answered]];
  }
  const left = new Map(offers.map(({ laneId, class: deliveryClass, wanted }) => [`${laneId} ${deliveryClass}`, wanted]));
  for (const { laneId, class: deliveryClass, n } of [...grants, ...refusals]) {
    const key = `${laneId} ${deliveryClass}`;
    left.set(key, (left.get(key) ?? 0) - n);
  }
  return [...left].filter(([, n]) => n !== 0);
}
