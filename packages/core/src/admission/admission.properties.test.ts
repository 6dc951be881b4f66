import fc from "fast-check";
import { expect, test } from "vitest";
import { classify } from "../classify/index.ts";
import { defaultPolicyConfig, type PolicyConfig } from "../config/index.ts";
import { deliveryClasses, type Permit } from "../policy/index.ts";
import { Admission } from "./admission.ts";
import type { Grant, Offer } from "./offer.ts";

/** Lanes of a fixed size, whatever is measured; circuits that never open: here it is about counting. */
const config: PolicyConfig = {
  ...defaultPolicyConfig,
  lane: { headroom: 0, min: 4, start: 4, sick: 4 },
  host: { ...defaultPolicyConfig.host, cap: 6 },
  pool: { size: 12, sick_share: 1, tenant_share: 0.75 },
  breaker: { ...defaultPolicyConfig.breaker, min_attempts: 100_000 },
};
const lanes = ["t/a", "t/b", "t/c", "u/d", "u/e", "v/f"];
const hosts = ["x:443", "y:443"];
const planCaps: { [laneId: string]: number } = { "t/b": 2, "u/d": 9 };
const hostCaps: { [host: string]: number } = { "y:443": 3 };
const tenantOf = (laneId: string) => laneId.split("/")[0] as string;
const laneLimit = (laneId: string) => Math.min(config.lane.start, planCaps[laneId] ?? config.lane.start);
const hostLimit = (host: string) => hostCaps[host] ?? config.host.cap;

const permits = fc
  .record({ laneId: fc.constantFrom(...lanes), host: fc.constantFrom(...hosts), class: fc.constantFrom(...deliveryClasses) })
  .map((permit) => ({
    ...permit,
    tenantId: tenantOf(permit.laneId),
  }));
const offers = fc.array(fc.record({ permit: permits, wanted: fc.integer({ min: 0, max: 20 }), isPaused: fc.boolean() }), { maxLength: 8 });

/** A step of a run. `which` picks among the permits held; a host in an offer differs freely from the host of permits held, so lanes move. */
const commands = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("grant" as const), offers }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("finish" as const, "giveBack" as const),
      which: fc.nat(),
      status: fc.constantFrom(200, 404, 429, 500),
      n: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("stale" as const), permit: permits }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("seed" as const),
      permit: permits,
      n: fc.integer({ min: 0, max: 3 }),
      leaseMs: fc.integer({ min: -5, max: 5_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("forget" as const) }) },
);
const runs = fc.array(fc.record({ command: commands, passesMs: fc.nat(1_500) }), { maxLength: 60 });

interface Foreign {
  permit: Permit;
  n: number;
  until: number;
}

/** What is really in flight, kept by hand beside the code under test. */
class World {
  readonly admission = new Admission(config);
  readonly log: unknown[] = [];
  held: Permit[] = [];
  /** Grants of which nothing is held any more. */
  over: number[] = [];
  foreign: Foreign[] = [];
  now = 0;

  run(sequence: typeof runs extends fc.Arbitrary<infer T> ? T : never): this {
    for (const { command, passesMs } of sequence) {
      this.now += passesMs;
      this.step(command);
    }
    return this;
  }

  step(command: typeof commands extends fc.Arbitrary<infer T> ? T : never): void {
    const { admission, now } = this;
    switch (command.do) {
      case "grant":
        this.grant(
          command.offers.map(({ permit, wanted, isPaused }) => ({ ...permit, wanted, subscriptionState: isPaused ? "paused" : "active" })),
        );
        break;
      case "finish":
      case "giveBack": {
        const permit = this.held[command.which % Math.max(1, this.held.length)];
        if (!permit) break;
        const same = this.held.filter((each) => samePermit(each, permit));
        const ended = command.do === "finish" ? 1 : Math.min(command.n, same.length);
        if (command.do === "giveBack") admission.giveBack(permit, ended, now);
        else
          expect(admission.finish(permit, classify({ kind: "response", status: command.status, retryAfter: ["1"] }, now), 3, now)).toBe(
            true,
          );
        for (let i = 0; i < ended; i++)
          this.held.splice(
            this.held.findIndex((each) => samePermit(each, permit)),
            1,
          );
        if (!this.held.some((each) => samePermit(each, permit))) this.over.push(permit.grantId as number);
        break;
      }
      case "stale": {
        const before = JSON.stringify(admission.snapshot());
        for (const grantId of [undefined, 0, 1_000_000, ...this.over]) {
          const permit = { ...command.permit, ...(grantId !== undefined && { grantId }) };
          expect(admission.finish(permit, classify({ kind: "response", status: 500 }, now), 1, now)).toBe(false);
          admission.giveBack(permit, 2, now);
        }
        expect(JSON.stringify(admission.snapshot())).toBe(before);
        break;
      }
      case "seed":
        admission.seed({ ...command.permit, n: command.n, expiresAt: now + command.leaseMs }, now);
        if (command.leaseMs > 0)
          this.foreign.push({ permit: command.permit, n: command.n, until: Math.ceil((now + command.leaseMs) / 1_000) * 1_000 });
        break;
      case "forget":
        admission.forget(now);
        this.expire();
        break;
    }
    this.compare();
  }

  grant(asked: Omit<Offer, "laneCap" | "hostCap">[]): void {
    this.expire();
    const { grants, refusals } = this.admission.grant(
      asked.map((offer) => ({
        ...offer,
        ...(planCaps[offer.laneId] !== undefined && { laneCap: planCaps[offer.laneId] }),
        ...(hostCaps[offer.host] !== undefined && { hostCap: hostCaps[offer.host] }),
      })),
      this.now,
    );
    this.log.push({ grants, refusals });
    for (const { n, ...permit } of grants) for (let i = 0; i < n; i++) this.held.push(permit);
    for (const { grantId } of grants) expect(grantId).toBeGreaterThan(0);
    this.checkCaps(grants);
    for (const refusal of refusals) {
      expect(refusal.n).toBeGreaterThan(0);
      if (refusal.until === null) expect(refusal.endedBy).not.toBeNull();
      else expect(refusal.until).toBeGreaterThan(this.now);
    }
    const sum = (counts: { n: number }[]) => counts.reduce((total, { n }) => total + n, 0);
    expect(sum(grants) + sum(refusals)).toBe(asked.reduce((total, { wanted }) => total + wanted, 0));
  }

  checkCaps(grants: Grant[]): void {
    for (const { laneId, host, class: deliveryClass, n } of grants) {
      expect(this.count(({ laneId: lane }) => lane === laneId)).toBeLessThanOrEqual(laneLimit(laneId));
      expect(this.count((permit) => permit.host === host)).toBeLessThanOrEqual(hostLimit(host));
      if (deliveryClass === "ordered") {
        expect(n).toBe(1);
        expect(this.count((permit) => permit.laneId === laneId && permit.class === "ordered")).toBe(1);
      }
    }
    expect(this.held.length).toBeLessThanOrEqual(config.pool.size);
  }

  count(isCounted: (permit: Permit) => boolean): number {
    const foreign = this.foreign.filter(({ permit }) => isCounted(permit)).reduce((total, { n }) => total + n, 0);
    return this.held.filter(isCounted).length + foreign;
  }

  expire(): void {
    this.foreign = this.foreign.filter(({ until }) => until > this.now);
  }

  compare(): void {
    const snapshot = this.admission.snapshot();
    expect(snapshot.pool.inFlight).toBe(this.held.length);
    const sick = this.held.filter(({ laneId }) => snapshot.lanes[laneId]?.isSick);
    expect(snapshot.pool.sickInFlight).toBe(sick.length);
    for (const host of hosts) expect(snapshot.hosts[host]?.inFlight ?? 0).toBe(this.count((permit) => permit.host === host));
    for (const laneId of lanes) {
      const inLane = this.count((permit) => permit.laneId === laneId);
      const { own = 0, foreign = 0 } = snapshot.lanes[laneId] ?? {};
      expect(own + foreign).toBe(inLane);
      expect(this.admission.laneInFlight(laneId)).toBe(inLane);
    }
    for (const tenantId of ["t", "u", "v"])
      expect(snapshot.tenants[tenantId] ?? 0).toBe(this.held.filter((permit) => permit.tenantId === tenantId).length);
  }
}

const samePermit = (a: Permit, b: Permit) => a.grantId === b.grantId;

test("lane cap, host cap and pool are never exceeded, every permit is accounted for, whatever happens in whatever order", () => {
  fc.assert(
    fc.property(runs, (run) => {
      new World().run(run);
    }),
    { numRuns: 500 },
  );
});

test("nothing leaks: when everything has ended, expired and passed, no state is left", () => {
  fc.assert(
    fc.property(runs, (run) => {
      const world = new World().run(run);
      for (const permit of world.held) world.admission.giveBack(permit, 1, world.now);
      // Ten days later nothing is proven any more.
      world.admission.forget(world.now + 10 * 24 * 3_600_000);
      expect(world.admission.snapshot()).toEqual(new Admission(config).snapshot());
    }),
  );
});

test("the same run makes the same decisions, and what is kept is plain JSON data", () => {
  fc.assert(
    fc.property(runs, (run) => {
      const [one, two] = [new World().run(run), new World().run(run)];
      expect(one.log).toEqual(two.log);
      const snapshot = one.admission.snapshot();
      expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
    }),
    { numRuns: 50 },
  );
});

/** What one tenant may hold while others are known. */
const mostOfTenant = Math.floor(config.pool.size * config.pool.tenant_share);

test("nothing is refused for a full host or pool while it is not full: what a share leaves over is lent, up to a tenant's share of the pool", () => {
  fc.assert(
    fc.property(offers, (asked) => {
      const world = new World();
      world.grant(asked.map(({ permit, wanted }) => ({ ...permit, wanted, subscriptionState: "active" })));
      const { refusals } = world.log[0] as { refusals: { reason: string; host: string }[] };
      for (const { reason, host } of refusals) {
        if (reason === "host_full") expect(world.count((permit) => permit.host === host)).toBe(hostLimit(host));
        if (reason === "pool_full") expect(world.held.length).toBe(config.pool.size);
        if (reason === "tenant_full") expect(world.held.length).toBeGreaterThanOrEqual(mostOfTenant);
      }
    }),
    { numRuns: 500 },
  );
});

test("while the worker knows another tenant, one never gets more than its share of the pool, and the last part goes to tenants within their fair share alone", () => {
  fc.assert(
    fc.property(runs, (run) => {
      const world = new World();
      const known = new Set<string>();
      for (const { command, passesMs } of run) {
        world.now += passesMs;
        const before = [...world.held];
        const ofTenant = (held: readonly Permit[], tenant: string) => held.filter(({ tenantId }) => tenantId === tenant).length;
        if (command.do === "forget") known.clear();
        world.step(command);
        if (command.do !== "grant") continue;
        for (const { permit, wanted } of command.offers) if (wanted > 0) known.add(permit.tenantId);
        if (known.size < 2) continue;
        for (const tenant of known) {
          const gained = ofTenant(world.held, tenant) - ofTenant(before, tenant);
          if (gained === 0) continue;
          expect(ofTenant(world.held, tenant)).toBeLessThanOrEqual(mostOfTenant);
        }
        if (world.held.length <= mostOfTenant || world.held.length === before.length) continue;
        // Whoever took one beyond that is within the share of those who hold or ask.
        const active = new Set(
          [...world.held, ...before, ...command.offers.filter(({ wanted }) => wanted > 0).map(({ permit }) => permit)].map(
            ({ tenantId }) => tenantId,
          ),
        );
        const within = [...active].filter(
          (tenant) =>
            ofTenant(world.held, tenant) > ofTenant(before, tenant) &&
            ofTenant(world.held, tenant) <= Math.ceil(config.pool.size / active.size),
        );
        expect(within.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: 500 },
  );
});

test("two tenants that want everything get the same in each round, to within one, however many lanes each has and however much was freed", () => {
  const rounds = fc.array(fc.nat(12), { maxLength: 10 });
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 40 }), fc.integer({ min: 3, max: 40 }), rounds, (lanesOfA, lanesOfB, freed) => {
      const admission = new Admission(config);
      const wants = (tenantId: string, n: number): Offer[] =>
        Array.from({ length: n }, (_, index) => ({
          laneId: `${tenantId}/${index}`,
          tenantId,
          host: `${tenantId}${index}:443`,
          class: "first",
          wanted: 20,
          subscriptionState: "active",
        }));
      const asked = [...wants("a", lanesOfA), ...wants("b", lanesOfB)];
      const held: Permit[] = [];
      for (const free of [config.pool.size, ...freed]) {
        for (let i = 0; i < free && held.length > 0; i++) {
          // One of each tenant in turn, so that both hold the same when the round begins.
          const permit = held.splice(
            held.findIndex(({ tenantId }) => tenantId === (i % 2 === 0 ? "a" : "b")),
            1,
          )[0] as Permit;
          admission.giveBack(permit, 1, 0);
        }
        for (const { n, ...permit } of admission.grant(asked, 0).grants) for (let i = 0; i < n; i++) held.push(permit);
        const ofTenant = (tenant: string) => held.filter(({ tenantId }) => tenantId === tenant).length;
        expect(held.length).toBe(config.pool.size);
        expect(Math.abs(ofTenant("a") - ofTenant("b"))).toBeLessThanOrEqual(1);
      }
    }),
  );
});
