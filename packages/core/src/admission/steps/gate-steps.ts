import { hostGate } from "../../host-gate/host-gate.ts";
import { largestLane } from "../../lane-size/lane-size.ts";
import { lanePermits } from "../../lanes/lane-permits.ts";
import { allowed } from "../../policy/verdict.ts";
import { poolPermits } from "../../pool/pool-permits.ts";
import { noDebt } from "../../rate-debt/rate-debt.ts";
import { sickShare } from "../../sick-share/sick-share.ts";
import { checkSubscription } from "../../subscription/subscription-gate.ts";
import { type TenantGateState, tenantGate } from "../../tenant-gate/tenant-gate.ts";
import { heldByLaneAt } from "../holdings.ts";
import { laneCapOf } from "../loads.ts";
import type { LaneFacts } from "../offer.ts";
import type { AdmissionStep, Site } from "../step.ts";

/** The offer itself says what the subscription is. */
export const subscriptionStep: AdmissionStep = {
  name: "subscription",
  check: (_site, { facts }) => checkSubscription(facts.subscriptionState),
};

/** What the tenant's plan allows over all its lanes. A tenant of no known plan is not held back. */
export const tenantStep: AdmissionStep = {
  name: "tenant",
  check: (site, { facts }, now) =>
    facts.plan ? tenantGate.check(tenantState(site, facts, facts.plan), now, tenantAsk(site, facts)) : allowed,
  take(site, { facts }, now) {
    if (!facts.plan) return;
    const { sent } = tenantGate.take(tenantState(site, facts, facts.plan), now, tenantAsk(site, facts));
    site.entries.tenant(facts.tenantId).sent = sent;
  },
  giveBack(site, { facts }, now) {
    if (!facts.plan) return;
    const { sent } = tenantGate.giveBack(tenantState(site, facts, facts.plan), now, facts);
    site.entries.tenant(facts.tenantId).sent = sent;
  },
};

function tenantState({ entries }: Site, { tenantId }: LaneFacts, limits: TenantGateState["limits"]): TenantGateState {
  const tenant = entries.tenants.get(tenantId);
  return { inFlight: tenant?.held ?? 0, sent: tenant?.sent ?? noDebt, limits };
}

const tenantAsk = ({ entries }: Site, { plan }: LaneFacts) => ({ plan, workerShare: 1 / entries.worker.liveWorkers });

/** What the host may have in flight, then what it may receive in bytes. */
export const hostStep: AdmissionStep = {
  name: "host",
  check(site, { facts, lane, host, activeLanesOfHost, lending }, now) {
    const ask = { capOverride: facts.hostCap, heldByLane: heldByLaneAt(lane, host), activeLanes: activeLanesOfHost, lending };
    const verdict = hostGate.check({ inFlight: host.inFlight, cap: site.policies.config.host.cap }, now, ask);
    if (!verdict.ok || !host.bytes) return verdict;
    return site.policies.hostBytes.check(host.bytes, now);
  },
};

/** What the lane may have in flight, as sized from its traffic. */
export const laneStep: AdmissionStep = {
  name: "lane",
  check(site, { lane, facts, class: deliveryClass }, now) {
    const state = { inFlight: lane.held, orderedInFlight: lane.ordered, max: largestLane };
    return lanePermits.check(state, now, { class: deliveryClass, planCap: laneCapOf(site, lane, facts.laneCap, now) });
  },
  take(site, { lane }) {
    if (lane.held >= lane.peak) lane.size = site.policies.sizing.took(lane.size, lane.held + 1);
  },
  finish(site, { lane }, end, now) {
    lane.size = site.policies.sizing.observe(lane.size, end, now, lane.traffic);
  },
};

/** What all sick lanes of the worker may have in flight together. */
export const sickShareStep: AdmissionStep = {
  name: "sick_share",
  check: ({ entries }, { lane }) => sickShare.check(entries.worker.sick, lane.isSick),
};

/** What the worker may have in flight. */
export const poolStep: AdmissionStep = {
  name: "pool",
  check({ entries, policies }, { facts, activeTenants, lending }, now) {
    const { tenants, worker } = entries;
    const tenant = tenants.get(facts.tenantId);
    const { size, tenant_share } = policies.config.pool;
    const state = { inFlight: worker.inFlight, size, tenant_share };
    const knowsOthers = tenants.size > (tenant ? 1 : 0);
    return poolPermits.check(state, now, { heldByTenant: tenant?.held ?? 0, activeTenants, knowsOthers, lending });
  },
};
