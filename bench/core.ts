// Memory per lane and cost per decision of core's admission. Run with `node --expose-gc bench/core.ts`; the last line is one JSON object.
import { Admission, type Classification, classify, defaultPolicyConfig, type Grant, type Offer, plans, sfc32 } from "@hooklane/core";

const manyLanes = 50_000;
const fewLanes = 100;
const lanesPerTenant = 100;
/** Part of the lanes that share a host with others. */
const lanesPerSharedHost = 5;
const start = 1_700_000_000_000;
const outcomes = {
  ok: classify({ kind: "response", status: 200 }, start),
  rejected: classify({ kind: "response", status: 404 }, start),
  throttled: classify({ kind: "response", status: 429 }, start),
  failed: classify({ kind: "response", status: 503 }, start),
  silent: classify({ kind: "error", error: "timeout" }, start),
};

function offersOf(lanes: number): Offer[] {
  return Array.from({ length: lanes }, (_, i) => ({
    laneId: `sub_${i.toString(36).padStart(26, "0")}`,
    tenantId: `ten_${Math.floor(i / lanesPerTenant)}`,
    // A fifth of the lanes share hosts; the others have one of their own, which is the dearer case.
    host: i % 5 === 0 ? `shared${Math.floor(i / 5 / lanesPerSharedHost)}.example:443` : `rx${i}.example:443`,
    class: i % 10 === 9 ? "retry" : "first",
    wanted: 1,
    subscriptionState: "active",
    firstDueAt: start,
    laneCap: 100,
    plan: plans.scale,
  }));
}

/** One lane in fifty fails, one in a hundred is silent, some are told no. */
function outcomeOf(lane: number, random: () => number): Classification {
  if (lane % 100 === 0) return outcomes.silent;
  if (lane % 50 === 1) return outcomes.failed;
  const drawn = random();
  if (drawn < 0.01) return outcomes.failed;
  if (drawn < 0.015) return outcomes.rejected;
  return drawn < 0.017 ? outcomes.throttled : outcomes.ok;
}

function makeAdmission(): Admission {
  return new Admission({ ...defaultPolicyConfig, pool: { ...defaultPolicyConfig.pool, size: 10_000 } }, { random: sfc32(1) });
}

/** Every lane sends once per virtual round, in rounds of 1,000 lanes. */
function playTraffic(admission: Admission, offers: readonly Offer[], rounds: number): number {
  const random = sfc32(2);
  let now = start;
  for (let round = 0; round < rounds; round++) {
    for (let from = 0; from < offers.length; from += 1_000) {
      now += 200;
      const asked = offers.slice(from, from + 1_000);
      for (const { laneId } of asked) admission.arrived(laneId, 1, now);
      const { grants } = admission.grant(asked, now);
      const ended = new Map<string, Grant>(grants.map((grant) => [grant.laneId, grant]));
      for (let i = 0; i < asked.length; i++) {
        const grant = ended.get((asked[i] as Offer).laneId);
        if (grant) admission.finish(grant, outcomeOf(from + i, random), 20 + 200 * random(), now + 100);
      }
    }
    admission.forget(now);
  }
  return now;
}

function heapBytes(): number {
  if (!globalThis.gc) throw new Error("run with node --expose-gc");
  for (let i = 0; i < 4; i++) globalThis.gc();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

function bytesPerLane(offers: readonly Offer[]): number {
  // A first run compiles everything, so code does not count as lanes.
  playTraffic(makeAdmission(), offers.slice(0, 2_000), 20);
  const before = heapBytes();
  const admission = makeAdmission();
  const now = playTraffic(admission, offers, 8);
  const after = heapBytes();
  if (offers.some(({ laneId }) => admission.exportLane(laneId, now) === null)) throw new Error("a lane was forgotten");
  return (after - before) / offers.length;
}

/**
 * Nanoseconds per permit checked and taken, over lanes in random order that ask for as many permits as a new lane has. Each
 * lane's size is due to be computed anew, which is in it; ends and set-up are not.
 */
function checkTakeNs(offers: readonly Offer[]): number {
  const admission = makeAdmission();
  let now = playTraffic(admission, offers, offers.length > 1_000 ? 2 : 200);
  const random = sfc32(3);
  const samples: number[] = [];
  for (let round = 0; round < 600; round++) {
    now += 2_000;
    const asked = Array.from({ length: 64 }, () => offers[Math.floor(random() * offers.length)] as Offer);
    const unique = [...new Map(asked.map((offer) => [offer.laneId, { ...offer, wanted: defaultPolicyConfig.lane.start }])).values()];
    const began = process.hrtime.bigint();
    const { grants } = admission.grant(unique, now);
    const tookNs = Number(process.hrtime.bigint() - began);
    const permits = grants.reduce((sum, { n }) => sum + n, 0);
    samples.push(tookNs / permits);
    for (const grant of grants) for (let i = 0; i < grant.n; i++) admission.finish(grant, outcomes.ok, 50, now + 50);
  }
  samples.sort((a, b) => a - b);
  return samples[Math.floor(samples.length / 2)] as number;
}

const many = offersOf(manyLanes);
const result = {
  bytes_per_lane: Math.round(bytesPerLane(many)),
  check_take_ns_100: Math.round(checkTakeNs(many.slice(0, fewLanes))),
  check_take_ns_50k: Math.round(checkTakeNs(many)),
};
console.log(JSON.stringify(result));
