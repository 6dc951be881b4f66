import { catchUp } from "../../catch-up/catch-up.ts";
import { allowed } from "../../policy/verdict.ts";
import { provenRate } from "../../rate/proven-rate.ts";
import { noDebt } from "../../rate-debt/rate-debt.ts";
import { retryAfterPause } from "../../retry-after/retry-after-pause.ts";
import { laneLimitPerS, laneOfferedPerS, rateAskOf } from "../loads.ts";
import type { AdmissionStep, Ask, Site } from "../step.ts";
import { isFrozen } from "./circuit-steps.ts";

/** The pause that the endpoint asked for. */
export const retryAfterStep: AdmissionStep = {
  name: "retry_after",
  check: (_site, { lane }, now) => retryAfterPause.check({ until: lane.pauseUntil }, now, undefined),
  finish(_site, { lane, facts }, { classification, durationMs }, now) {
    const end = { permit: { ...facts, class: facts.class }, classification, durationMs };
    lane.pauseUntil = retryAfterPause.observe({ until: lane.pauseUntil }, end, now).until;
  },
};

/** The lane's rate, and beside it what the lane has proven. */
export const rateStep: AdmissionStep = {
  name: "rate",
  check: (site, { lane, facts }, now) => site.policies.rate.check(lane.rate, now, rateAskOf(site, lane, facts)),
  take(site, { lane, facts }, now) {
    lane.rate = site.policies.rate.take(lane.rate, now, rateAskOf(site, lane, facts));
  },
  giveBack(site, { lane }) {
    lane.rate = site.policies.rate.giveBack(lane.rate);
  },
  finish(site, { lane, facts }, end, now) {
    if (end.classification.success) lane.proven = provenRate.succeeded(lane.proven, now);
    if (!isFrozen(site)) lane.rate = site.policies.rate.observe(lane.rate, end, now, rateAskOf(site, lane, facts));
  },
};

/** Backlog gets what new work leaves of the lane's limit. */
export const catchUpStep: AdmissionStep = {
  name: "catch_up",
  check: (site, ask, now) => (isBacklog(ask) ? catchUp.check(ask.lane.rare.catchUp ?? noDebt, now, catchUpAsk(site, ask, now)) : allowed),
  take(site, ask, now) {
    if (isBacklog(ask)) ask.lane.setRare("catchUp", catchUp.take(ask.lane.rare.catchUp ?? noDebt, now, catchUpAsk(site, ask, now)));
  },
  giveBack(_site, { lane, facts }, now) {
    if (lane.rare.catchUp) lane.setRare("catchUp", kept(catchUp.giveBack(lane.rare.catchUp, now, facts)));
  },
};

const isBacklog = (ask: Ask) => ask.class === "retry" || ask.class === "catch_up";

const kept = (debt: typeof noDebt) => (debt.owed === 0 ? null : debt);

function catchUpAsk(site: Site, ask: Ask, now: number) {
  return {
    class: ask.class,
    limitPerS: laneLimitPerS(site, ask.lane, ask.facts),
    newPerS: laneOfferedPerS(site, ask.lane, now),
    floorShare: site.policies.config.floor.share,
  };
}
