import { beforeEach, expect, test } from "vitest";
import { type AttemptResult, classify } from "../classify/index.ts";
import { defaultPolicyConfig, type PolicyConfig } from "../config/index.ts";
import { refusedUntil } from "../policy/verdict.ts";
import { Admission } from "./admission.ts";
import type { Grant, Offer } from "./offer.ts";
import type { AdmissionStep } from "./step.ts";
import { admissionSteps } from "./steps/index.ts";

/** Lanes of a fixed size, whatever is measured. */
const lanesOf = (n: number) => ({ headroom: 0, min: n, start: n, sick: n });
const hosts = (cap: number) => ({ ...defaultPolicyConfig.host, cap });
const pools = (size: number) => ({ size, sick_share: 1, tenant_share: 1 });
const config: PolicyConfig = { ...defaultPolicyConfig, lane: lanesOf(3), host: hosts(4), pool: pools(6) };
const delivered = classify({ kind: "response", status: 200 }, 0);
/** What is held where; everything else in a snapshot is memory. */
function holdings() {
  const { pool, foreign, tenants, hosts, lanes } = admission.snapshot();
  const held = (all: Record<string, { inFlight: number }>) => Object.entries(all).filter(([, { inFlight }]) => inFlight > 0);
  const lanesHeld = Object.entries(lanes).filter(([, { own, foreign: others, ordered }]) => own + others + ordered > 0);
  return { inFlight: pool.inFlight, sick: pool.sickInFlight, foreign, tenants, hosts: held(hosts), lanes: lanesHeld };
}
const nothing = { inFlight: 0, sick: 0, foreign: 0, tenants: {}, hosts: [], lanes: [] };

/** An offer of a lane named like `tenant/lane@host`. */
function offer(name: string, wanted: number, other: Partial<Offer> = {}): Offer {
  const [laneId, host = "rx:443"] = name.split("@") as [string, string?];
  return { laneId, tenantId: laneId.split("/")[0] as string, host, class: "first", wanted, subscriptionState: "active", ...other };
}

let admission: Admission;
beforeEach(() => {
  admission = new Admission(config);
});

function granted(offers: Offer[], now = 0): { [laneAndClass: string]: number } {
  return Object.fromEntries(
    admission.grant(offers, now).grants.map(({ laneId, class: of, n }) => [of === "first" ? laneId : `${laneId} ${of}`, n]),
  );
}

function end({ n, newWork: _, early: __, ...permit }: Grant, result: AttemptResult = { kind: "response", status: 200 }, now = 0): void {
  for (let i = 0; i < n; i++) expect(admission.finish(permit, classify(result, now), 10, now)).toBe(true);
}

test("a lane gets what it wants up to its permits, and the refusal says how many were refused, why and what ends it", () => {
  expect(admission.grant([offer("t/a", 2)], 0)).toMatchObject({
    grants: [{ laneId: "t/a", tenantId: "t", host: "rx:443", class: "first", n: 2 }],
    refusals: [],
  });
  expect(admission.grant([offer("t/a", 5)], 0)).toMatchObject({
    grants: [{ laneId: "t/a", tenantId: "t", host: "rx:443", class: "first", n: 1 }],
    refusals: [
      { laneId: "t/a", tenantId: "t", host: "rx:443", class: "first", n: 4, reason: "lane_full", until: null, endedBy: "permit_released" },
    ],
  });
});

test("everything ended or given back leaves nothing behind", () => {
  const { grants } = admission.grant([offer("t/a", 3), offer("u/b@other:443", 2)], 0);
  expect(admission.inFlight).toBe(5);
  end(grants[0] as Grant);
  admission.giveBack(grants[1] as Grant, 2, 0);
  expect(holdings()).toEqual(nothing);
});

test("a permit that nobody holds changes nothing when it is ended or given back", () => {
  const { grants } = admission.grant([offer("t/a", 1)], 0);
  const [grant] = grants as [Grant];
  const before = admission.snapshot();
  for (const stale of [
    { ...grant, laneId: "t/x" },
    { ...grant, host: "old:443" },
    { ...grant, class: "ordered" as const },
    { ...grant, tenantId: "x" },
    { ...grant, grantId: 99 },
    offer("t/a", 1),
  ]) {
    expect(admission.finish(stale, delivered, 1, 0)).toBe(false);
    admission.giveBack(stale, 1, 0);
  }
  expect(admission.snapshot()).toEqual(before);
  end(grant);
  expect(admission.finish(grant, delivered, 1, 0)).toBe(false);
  admission.giveBack(grant, 3, 0);
  expect(holdings()).toEqual(nothing);
});

test("paused, disabled and deleted subscriptions get nothing, and the refusal names what ends it", () => {
  const refusal = (subscriptionState: Offer["subscriptionState"]) => {
    const { grants, refusals } = admission.grant([offer("t/a", 1, { subscriptionState })], 0);
    expect(grants).toEqual([]);
    return [refusals[0]?.reason, refusals[0]?.endedBy];
  };
  expect(refusal("paused")).toEqual(["subscription_paused", "subscription_resumed"]);
  expect(refusal("disabled")).toEqual(["subscription_disabled", "subscription_enabled"]);
  expect(refusal("deleted")).toEqual(["subscription_deleted", "delivery_ended"]);
});

test("the first policy that refuses names the refusal: paused before the pause asked for, before the host, before the lane, before the pool", () => {
  const reason = (other: Partial<Offer> = {}, name = "t/a") => admission.grant([offer(name, 1, other)], 0).refusals[0]?.reason;
  admission.grant([offer("t/a", 3)], 0);
  expect(reason()).toBe("lane_full");
  const [ofB] = admission.grant([offer("t/b", 1)], 0).grants as [Grant];
  expect(reason()).toBe("host_full");
  expect(reason({}, "t/c")).toBe("host_full");
  admission.grant([offer("u/c@other:443", 2)], 0);
  expect(reason({}, "u/d@third:443")).toBe("pool_full");
  admission.finish(ofB, classify({ kind: "response", status: 429, retryAfter: ["9"] }, 0), 1, 0);
  expect(reason({}, "t/b")).toBe("retry_after");
  expect(reason({ subscriptionState: "paused" }, "t/b")).toBe("subscription_paused");
});

test("C16: an answer with Retry-After rests the whole lane until then, and no other lane of the host", () => {
  const { grants } = admission.grant([offer("t/a", 1)], 0);
  end(grants[0] as Grant, { kind: "response", status: 503, retryAfter: ["2"] }, 1_000);
  const { refusals } = admission.grant([offer("t/a", 1), offer("t/a", 1, { class: "retry" })], 2_999);
  expect(refusals.map(({ reason, until, endedBy }) => [reason, until, endedBy])).toEqual([
    ["retry_after", 3_000, null],
    ["retry_after", 3_000, null],
  ]);
  expect(granted([offer("t/b", 1)], 2_999)).toEqual({ "t/b": 1 });
  expect(granted([offer("t/a", 1)], 3_000)).toEqual({ "t/a": 1 });
});

test("a plan lowers a lane, a host may have a cap of its own", () => {
  expect(granted([offer("t/a@x:1", 9, { laneCap: 2 })])).toEqual({ "t/a": 2 });
  expect(granted([offer("t/b@y:1", 9, { hostCap: 1 })])).toEqual({ "t/b": 1 });
});

test("C40: an ordered lane has one in flight, and the next only when that ended", () => {
  const [head] = admission.grant([offer("t/a", 5, { class: "ordered" })], 0).grants as [Grant];
  expect(head.n).toBe(1);
  expect(admission.grant([offer("t/a", 5, { class: "ordered" })], 0).refusals[0]).toMatchObject({ reason: "ordered_head", n: 5 });
  end(head);
  expect(granted([offer("t/a", 5, { class: "ordered" })])).toEqual({ "t/a ordered": 1 });
});

test("a lane's classes take turns, also over rounds that have one permit only", () => {
  const both = [offer("t/a", 9), offer("t/a", 9, { class: "retry" })];
  expect(granted(both)).toEqual({ "t/a": 2, "t/a retry": 1 });
  const narrow = new Admission({ ...config, pool: pools(1) });
  const classes = Array.from({ length: 4 }, () => {
    const [grant] = narrow.grant(both, 0).grants as [Grant];
    narrow.giveBack(grant, 1, 0);
    return grant.class;
  });
  expect(classes).toEqual(["first", "retry", "first", "retry"]);
});

test("a host's permits are shared fairly among its active lanes, and what one does not want is lent to the other", () => {
  expect(granted([offer("t/a", 9), offer("u/b", 9)])).toEqual({ "t/a": 2, "u/b": 2 });
  admission = new Admission(config);
  expect(granted([offer("t/a", 9), offer("u/b", 1)])).toEqual({ "t/a": 3, "u/b": 1 });
});

test("a lane that borrowed from its host gives way to one that comes later: freed permits go to the one under its share", () => {
  const roomy = new Admission({ ...config, lane: lanesOf(10) });
  const [slow] = roomy.grant([offer("t/slow", 9)], 0).grants as [Grant];
  expect(slow.n).toBe(4);
  roomy.finish(slow, delivered, 1, 0);
  expect(roomy.grant([offer("t/slow", 9), offer("t/late", 9)], 0).grants).toMatchObject([{ laneId: "t/late", n: 1 }]);
});

test("C47: a tenant that filled the pool gives way to one that comes later, as its requests end", () => {
  const hosts = Array.from({ length: 6 }, (_, index) => offer(`slow/${index}@h${index}:443`, 9));
  const { grants } = admission.grant(hosts, 0);
  expect(admission.inFlight).toBe(6);
  for (const grant of grants.slice(0, 3)) admission.finish(grant, delivered, 1, 0);
  expect(granted([...hosts, offer("victim/v@v:443", 9)])).toEqual({ "victim/v": 3 });
});

test("one permit a round goes to the tenants in turn, and to a tenant's lanes in turn", () => {
  const narrow = new Admission({ ...config, pool: pools(1) });
  const offers = [offer("t/a", 9), offer("t/b", 9), offer("u/c@other:443", 9)];
  const served = Array.from({ length: 6 }, () => {
    const [grant] = narrow.grant(offers, 0).grants as [Grant];
    narrow.giveBack(grant, 1, 0);
    return grant.laneId;
  });
  expect(served).toEqual(["t/a", "u/c", "t/b", "u/c", "t/a", "u/c"]);
});

test("a tenant with 5,000 lanes is one tenant", () => {
  const big = new Admission(defaultPolicyConfig);
  const many = Array.from({ length: 5_000 }, (_, index) => offer(`big/${index}@h${index}:443`, 10));
  const few = Array.from({ length: 100 }, (_, index) => offer(`small/${index}@s${index}:443`, 10));
  const { grants } = big.grant([...many, ...few], 0);
  const sum = (tenant: string) => grants.filter(({ tenantId }) => tenantId === tenant).reduce((total, { n }) => total + n, 0);
  expect([sum("big"), sum("small")]).toEqual([250, 250]);
});

test("a subscription that moved frees the host its requests went to", () => {
  const [before] = admission.grant([offer("t/a@old:443", 2)], 0).grants as [Grant];
  admission.grant([offer("t/a@new:443", 1)], 0);
  end(before);
  expect(holdings().hosts).toMatchObject([["new:443", { inFlight: 1 }]]);
  expect(admission.laneInFlight("t/a")).toBe(1);
});

test("leases of other workers count for lane and host until they expire, and not for this worker's pool", () => {
  admission.seed({ ...offer("t/a", 0), n: 2, expiresAt: 90_500 }, 0);
  expect(admission.inFlight).toBe(0);
  expect(admission.laneInFlight("t/a")).toBe(2);
  expect(granted([offer("t/a", 9)], 1)).toEqual({ "t/a": 1 });
  expect(admission.grant([offer("t/a", 9)], 90_500).refusals[0]?.reason).toBe("lane_full");
  expect(granted([offer("t/a", 9)], 91_000)).toEqual({ "t/a": 2 });
});

test("leases beyond a cap are counted as they are: nothing more is granted until they are below it", () => {
  admission.seed({ ...offer("t/a", 0), n: 9, expiresAt: 10_000 }, 0);
  expect(admission.grant([offer("t/a", 1), offer("t/b", 1)], 0).grants).toEqual([]);
  admission.forget(10_000);
  expect(holdings()).toEqual(nothing);
});

test("an ordered head leased by another worker blocks the next one", () => {
  admission.seed({ ...offer("t/a", 0, { class: "ordered" }), n: 1, expiresAt: 10_000 }, 0);
  expect(admission.grant([offer("t/a", 1, { class: "ordered" })], 0).refusals[0]?.reason).toBe("ordered_head");
  expect(granted([offer("t/a", 1, { class: "ordered" })], 10_000)).toEqual({ "t/a ordered": 1 });
});

test("leases that are over already count for nothing", () => {
  admission.seed({ ...offer("t/a", 0), n: 2, expiresAt: 100 }, 100);
  expect(holdings()).toEqual(nothing);
});

test("an ended request of this worker never frees another worker's lease", () => {
  admission.seed({ ...offer("t/a", 0), n: 1, expiresAt: 90_000 }, 0);
  expect(admission.finish({ ...offer("t/a", 0), grantId: 1 }, delivered, 1, 0)).toBe(false);
  expect(admission.laneInFlight("t/a")).toBe(1);
});

test("a lane of which nothing is worth knowing any more is forgotten, and its host with it", () => {
  const [grant] = admission.grant([offer("t/a", 1)], 0).grants as [Grant];
  end(grant, { kind: "response", status: 429, retryAfter: ["2"] });
  admission.forget(1_999);
  expect(admission.snapshot().lanes["t/a"]?.pauseUntil).toBe(2_000);
  admission.forget(10 * 24 * 3_600_000);
  expect(admission.snapshot()).toEqual(new Admission(config).snapshot());
});

test("an offer that wants nothing is ignored", () => {
  for (const wanted of [0, -1, 0.5, Number.NaN]) expect(admission.grant([offer("t/a", wanted)], 0)).toEqual({ grants: [], refusals: [] });
  expect(granted([offer("t/a", 1.9)])).toEqual({ "t/a": 1 });
});

test("a further policy is one more step: what it refuses takes nothing of those before or after it", () => {
  const nightly: AdmissionStep = {
    name: "nightly",
    check: (_site, ask, now) => (ask.class === "retry" ? refusedUntil("retry_after", now + 500) : { ok: true }),
  };
  for (const steps of [
    [nightly, ...admissionSteps],
    [...admissionSteps, nightly],
  ]) {
    const extended = new Admission(config, { steps });
    extended.grant([offer("t/a", 1)], 100);
    const before = JSON.stringify(extended.snapshot());
    const { grants, refusals } = extended.grant([offer("t/a", 2, { class: "retry" })], 100);
    expect(grants).toEqual([]);
    expect(refusals).toMatchObject([{ reason: "retry_after", until: 600, n: 2 }]);
    expect(JSON.stringify(extended.snapshot())).toBe(before);
  }
});
