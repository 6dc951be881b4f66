import fc from "fast-check";
import { expect, test } from "vitest";
import { classify } from "../classify/index.ts";
import { provenRate } from "../rate/proven-rate.ts";
import { Admission } from "./admission.ts";
import { eagerConfig, Play, runs } from "./test-support/random-run.ts";

const check = (property: fc.IProperty<unknown>, numRuns = 150) => fc.assert(property as fc.IProperty<never>, { numRuns });
const laneOf = (play: Play, laneId: string) => play.admission.snapshot().lanes[laneId];

test("a lane never gets more than its size, a host never more than its cap, the pool never more than it has", () => {
  check(
    fc.property(runs, (run) => {
      Play.run(run, {
        granted(grants, _refusals, _offers, { held, admission, now }) {
          const count = (of: (grant: (typeof grants)[number]) => boolean) => held.filter(({ grant }) => of(grant)).length;
          for (const { laneId, host } of grants) {
            expect(count((grant) => grant.laneId === laneId)).toBeLessThanOrEqual(admission.explain(laneId, now, { laneCap: 6 }).lane.cap);
            expect(count((grant) => grant.host === host)).toBeLessThanOrEqual(eagerConfig.host.cap);
          }
          expect(held.length).toBeLessThanOrEqual(eagerConfig.pool.size);
          expect(admission.inFlight).toBe(held.length);
        },
      });
    }),
  );
});

test("sick lanes together never get more than a quarter of the pool", () => {
  check(
    fc.property(runs, (run) => {
      Play.run(run, {
        granted(grants, _refusals, _offers, play) {
          const { pool, lanes } = play.admission.snapshot();
          const sick = play.held.filter(({ grant }) => lanes[grant.laneId]?.isSick);
          expect(pool.sickInFlight).toBe(sick.length);
          if (grants.some(({ laneId }) => lanes[laneId]?.isSick)) expect(sick.length).toBeLessThanOrEqual(0.25 * eagerConfig.pool.size);
        },
      });
    }),
  );
});

test("a refusal carries a reason, and a moment later than now or an event that ends it; every offer is answered to the last permit", () => {
  check(
    fc.property(runs, (run) => {
      Play.run(run, {
        granted(grants, refusals, offers, { now }) {
          for (const { reason, until, endedBy, n } of refusals) {
            expect(reason).toBeTruthy();
            expect(n).toBeGreaterThan(0);
            if (until === null) expect(endedBy).not.toBeNull();
            else expect(until).toBeGreaterThan(now);
          }
          for (const { laneId, class: of, wanted } of offers) {
            const answers = [...grants, ...refusals].filter((each) => each.laneId === laneId && each.class === of);
            expect(answers.reduce((sum, { n }) => sum + n, 0)).toBe(wanted);
          }
        },
      });
    }),
  );
});

test("an open circuit lets one probe through at a time, and nothing else", () => {
  check(
    fc.property(runs, (run) => {
      const probes = new Map<string, { grantId: number; until: number }>();
      Play.run(run, {
        granted(grants, _refusals, _offers, play) {
          for (const { laneId, grantId, n } of grants) {
            const breaker = laneOf(play, laneId)?.breaker;
            if (!breaker || breaker.phase === "closed") continue;
            expect(breaker.phase).toBe("half_open");
            expect(n).toBe(1);
            const known = probes.get(laneId);
            // A second one only in the place of one whose lease is over.
            if (known) expect(known.until).toBeLessThanOrEqual(play.now);
            probes.set(laneId, { grantId: grantId as number, until: play.now + eagerConfig.lease_ms });
          }
        },
        ended: ({ grant }) => void (probes.get(grant.laneId)?.grantId === grant.grantId && probes.delete(grant.laneId)),
        unused: ({ grant }) => void (probes.get(grant.laneId)?.grantId === grant.grantId && probes.delete(grant.laneId)),
      });
    }),
  );
});

test("over any stretch of time a lane's retries in vain stay within its burst, a tenth of its successes and its floor, which is a tenth of what arrived", () => {
  check(
    fc.property(runs, (run) => {
      type Kind = "retry" | "unused" | "success" | "arrival";
      const logs = new Map<string, { at: number; kind: Kind; n: number }[]>();
      const log = (laneId: string, at: number, kind: Kind, n = 1) => {
        logs.set(laneId, [...(logs.get(laneId) ?? []), { at, kind, n }]);
      };
      Play.run(run, {
        arrived: (laneId, n, { now }) => log(laneId, now, "arrival", n),
        granted(grants, _refusals, _offers, { now }) {
          for (const { laneId, class: of, n } of grants) if (of === "retry") log(laneId, now, "retry", n);
        },
        unused: ({ grant }, { now }) => void (grant.class === "retry" && log(grant.laneId, now, "unused")),
        ended({ grant }, { success }, { now }) {
          if (!success) return;
          log(grant.laneId, now, "success");
          // Of a well lane it costs nothing
          if (grant.class === "retry") log(grant.laneId, now, "unused");
        },
      });
      const { ratio, floor_per_s, burst } = eagerConfig.budget;
      for (const entries of logs.values()) {
        for (const [from, { at: fromAt }] of entries.entries()) {
          // What arrived within the minute before still refills the floor.
          const arrivedBefore = entries.slice(0, from).filter(({ at, kind }) => kind === "arrival" && at > fromAt - 60_000);
          let spent = 0;
          let earned = 0;
          let arrived = arrivedBefore.reduce((sum, { n }) => sum + n, 0);
          for (const { at, kind, n } of entries.slice(from)) {
            if (kind === "retry") spent += n;
            else if (kind === "unused") spent -= n;
            else if (kind === "success") earned += ratio * n;
            else arrived += n;
            const seconds = (at - fromAt) / 1_000;
            const floor = Math.min(floor_per_s * seconds, ratio * arrived) + seconds / 300;
            expect(spent).toBeLessThanOrEqual(burst + earned + floor + 1e-6);
          }
        }
      }
    }),
  );
});

test("while a lane has old work, its oldest gets at least every fifth grant, in whatever order work arrives", () => {
  const rounds = fc.array(
    fc.record({ wanted: fc.integer({ min: 1, max: 5 }), hasNew: fc.boolean(), oldIs: fc.constantFrom("first", "retry", "catch_up") }),
    { minLength: 5, maxLength: 60 },
  );
  check(
    fc.property(rounds, fc.integer(), (sequence, seed) => {
      const play = new Play({}, seed);
      let toOldest = 0;
      let all = 0;
      for (const { wanted, hasNew, oldIs } of sequence) {
        play.now += 10_000;
        const base = { laneId: "t/a", tenantId: "t", host: "x", wanted, subscriptionState: "active", laneCap: 6 } as const;
        const old = {
          ...base,
          class: oldIs,
          firstDueAt: play.now - 3_600_000,
          ...(oldIs === "first" && { newDueAt: hasNew ? play.now : null }),
        } as const;
        const young = { ...base, class: "first", firstDueAt: play.now - 1_000 } as const;
        const { grants } = play.admission.grant(oldIs === "first" || !hasNew ? [old] : [old, young], play.now);
        for (const grant of grants) {
          const isOldClass = grant.class === oldIs;
          all += grant.n;
          toOldest += isOldClass ? grant.n - (grant.newWork?.n ?? 0) : 0;
          for (let i = 0; i < grant.n; i++) {
            play.admission.finish(grant, classify({ kind: "response", status: 200 }, 0), 50, play.now);
          }
        }
        expect(toOldest).toBeGreaterThanOrEqual(Math.floor(all / 5));
      }
    }),
  );
});

test("a lane whose discovery names new work that no claim finds does not live-lock: one permit a second is lost to it, all others go to its backlog", () => {
  const looks = fc.array(fc.record({ waitMs: fc.integer({ min: 1, max: 400 }), isWhole: fc.boolean() }), { minLength: 20, maxLength: 100 });
  check(
    fc.property(looks, fc.integer(), (sequence, seed) => {
      // One permit a round, for either.
      const play = new Play({}, seed, { ...eagerConfig, rate: { start_per_s: 10_000 }, lane: { headroom: 0, min: 1, start: 1, sick: 1 } });
      let lost = 0;
      let toBacklog = 0;
      for (const { waitMs, isWhole } of sequence) {
        play.now += waitMs;
        const base = { laneId: "t/a", tenantId: "t", host: "x", wanted: 1, subscriptionState: "active" } as const;
        // Named again and again: as a young row of a class with old ones, or as all that the class has.
        const phantom = isWhole
          ? ({ ...base, class: "first", firstDueAt: play.now - 1_000 } as const)
          : ({ ...base, class: "first", firstDueAt: play.now - 90_000, newDueAt: play.now - 1_000 } as const);
        const backlog = { ...base, class: "catch_up", firstDueAt: play.now - 3_600_000 } as const;
        for (const grant of play.admission.grant([phantom, backlog], play.now).grants) {
          if (grant.class === "first") {
            lost++;
            play.admission.giveBack(grant, grant.n, play.now);
          } else {
            toBacklog++;
            play.admission.finish(grant, classify({ kind: "response", status: 200 }, 0), 1, play.now);
          }
        }
      }
      const seconds = sequence.reduce((sum, { waitMs }) => sum + waitMs, 0) / 1_000;
      expect(lost).toBeLessThanOrEqual(Math.floor(seconds) + 1);
      expect(lost + toBacklog).toBe(sequence.length);
    }),
    60,
  );
});

test("a lane's proven rate never falls while its circuit is not closed, however long that lasts", () => {
  check(
    fc.property(runs, fc.nat(30 * 24 * 3_600_000), (run, laterMs) => {
      const proven = new Map<string, number>();
      Play.run(run, {
        stepped(play) {
          for (const [laneId, lane] of Object.entries(play.admission.snapshot().lanes)) {
            const perS = provenRate.perS(lane.proven, play.now);
            if (lane.breaker.phase !== "closed") {
              expect(perS).toBeGreaterThanOrEqual(proven.get(laneId) ?? 0);
              expect(provenRate.perS(lane.proven, play.now + laterMs)).toBe(perS);
            }
            proven.set(laneId, perS);
          }
        },
      });
    }),
  );
});

test("what a recovering lane is granted stays below its ramp's curve, in flight and over time", () => {
  check(
    fc.property(runs, (run) => {
      const since = new Map<string, { at: number; fullPerS: number; granted: number }>();
      const { start, window_ms } = eagerConfig.ramp;
      Play.run(run, {
        transition(transition, play) {
          if (transition.scope !== "lane") return;
          if (transition.kind === "closed") since.set(transition.id, { at: play.now, fullPerS: 0, granted: 0 });
          else since.delete(transition.id);
        },
        granted(grants, _refusals, _offers, play) {
          for (const { laneId, n } of grants) {
            const ramp = laneOf(play, laneId)?.ramp;
            const known = since.get(laneId);
            if (!ramp || !known) continue;
            known.granted += n;
            const elapsedMs = play.now - known.at;
            const share = (ms: number) => Math.min(1, start + ((1 - start) * ms) / window_ms);
            // The area under the straight part of the curve, and what may go out at once.
            const allowed = (ramp.fullPerS * elapsedMs * (start + share(elapsedMs))) / 2_000 + Math.max(1, 0.25 * ramp.fullPerS);
            expect(known.granted).toBeLessThanOrEqual(allowed + 1);
            const { cap } = play.admission.explain(laneId, play.now, { laneCap: 6 }).lane;
            const held = play.held.filter(({ grant }) => grant.laneId === laneId).length;
            const before = held - n;
            expect(held).toBeLessThanOrEqual(Math.max(before, 1, Math.floor(share(elapsedMs) * cap)));
          }
        },
      });
    }),
  );
});

test("what a recovering host is granted stays below its ramp's curve", () => {
  check(
    fc.property(runs, (run) => {
      const since = new Map<string, number>();
      const { start, window_ms } = eagerConfig.ramp;
      Play.run(run, {
        transition(transition, play) {
          if (transition.scope !== "host") return;
          if (transition.kind === "closed") since.set(transition.id, play.now);
          else since.delete(transition.id);
        },
        granted(grants, _refusals, _offers, play) {
          for (const host of new Set(grants.map((grant) => grant.host))) {
            const at = since.get(host);
            if (at === undefined || play.admission.snapshot().hosts[host]?.ramp === null) continue;
            const granted = grants.filter((grant) => grant.host === host).reduce((sum, { n }) => sum + n, 0);
            const held = play.held.filter(({ grant }) => grant.host === host).length;
            const share = Math.min(1, start + ((1 - start) * (play.now - at)) / window_ms);
            expect(held).toBeLessThanOrEqual(Math.max(held - granted, 1, Math.floor(share * eagerConfig.host.cap)));
          }
        },
      });
    }),
  );
});

test("a restored lane decides as the one it was stored from: circuit, pause, proven rate and ramp survive JSON and a restart", () => {
  check(
    fc.property(runs, (run) => {
      const play = Play.run(run, {});
      for (const laneId of Object.keys(play.admission.snapshot().lanes)) {
        const stored = play.admission.exportLane(laneId, play.now);
        const next = new Admission(eagerConfig);
        expect(next.restoreLane(laneId, JSON.parse(JSON.stringify(stored)), play.now)).toBe(true);
        const again = next.exportLane(laneId, play.now);
        // A latency that nobody measured anew is kept for a minute; everything else is as it was.
        expect(again).toEqual(stored);
        const [before, after] = [play.admission.explain(laneId, play.now), next.explain(laneId, play.now)];
        expect(after.ramp).toEqual(before.ramp);
        const verdict = ({ verdicts }: typeof before, name: string) => verdicts.find(({ policy }) => policy === name)?.verdict;
        expect(verdict(after, "retry_after")).toEqual(verdict(before, "retry_after"));
        if (before.circuit.state === "closed") expect(after.circuit.state).toBe("closed");
        else expect(after.circuit).toEqual({ state: "open", until: before.circuit.until });
      }
    }),
    60,
  );
});

test("the same run makes the same decisions and transitions, and everything that is kept is plain JSON data", () => {
  check(
    fc.property(runs, (run) => {
      const transcript = () => {
        const lines: unknown[] = [];
        const play = Play.run(run, {
          granted: (grants, refusals) => void lines.push(grants, refusals),
          transition: (transition) => void lines.push(transition),
        });
        return { lines, snapshot: play.admission.snapshot() };
      };
      const [one, two] = [transcript(), transcript()];
      expect(two).toEqual(one);
      expect(JSON.parse(JSON.stringify(one.snapshot))).toEqual(one.snapshot);
    }),
    60,
  );
});

test("explaining and taking a snapshot change nothing", () => {
  check(
    fc.property(runs, (run) => {
      const lines = (isAsked: boolean) => {
        const log: unknown[] = [];
        Play.run(run, {
          granted(grants, refusals, _offers, { admission, now }) {
            log.push(grants, refusals);
            if (!isAsked) return;
            for (const laneId of ["t/a", "u/d", "nobody"]) admission.explain(laneId, now, { class: "retry" });
            admission.snapshot();
            admission.exportLane("t/a", now);
          },
        });
        return log;
      };
      expect(lines(true)).toEqual(lines(false));
    }),
    60,
  );
});

test("per permit, what was offered is granted or refused, and what was granted is in flight or over: nothing drops out of the books", () => {
  fc.assert(
    fc.property(runs, (run) => {
      let granted = 0;
      let over = 0;
      Play.run(run, {
        granted: (grants, refusals, offers) => {
          const sum = (list: readonly { n: number }[]) => list.reduce((total, { n }) => total + n, 0);
          granted += sum(grants);
          expect(sum(grants) + sum(refusals)).toBe(offers.reduce((total, { wanted }) => total + wanted, 0));
        },
        ended: () => void over++,
        unused: () => void over++,
        stepped: ({ admission }) => expect(admission.inFlight).toBe(granted - over),
      });
    }),
  );
});
