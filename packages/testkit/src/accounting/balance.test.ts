import { describe, expect, it } from "vitest";
import type { ReceivedCopy } from "../receiver/receiver-ledger.ts";
import { balance } from "./balance.ts";
import type { BalanceOptions, PlatformDelivery, PlatformHealth } from "./books.ts";
import { acceptedPost, copyOf, deliveredRow, goodRun, type Run } from "./good-run.fixture.ts";

/** The books of a good run of three events after `tamper` had its way with the ledgers. */
function booksOf(tamper: (run: Run) => void, options?: BalanceOptions, health?: PlatformHealth[]) {
  const run = goodRun(3);
  tamper(run);
  const { producer, receiver, deliveries, targets } = run;
  return balance({ producer, receiver, platform: { deliveries, targets, ...(health ? { health } : {}) } }, options);
}

const changeCopy = (run: Run, index: number, change: Partial<ReceivedCopy>) => {
  run.receiver[index] = { ...(run.receiver[index] as ReceivedCopy), ...change };
};
const changeRow = (run: Run, index: number, change: Partial<PlatformDelivery>) => {
  run.deliveries[index] = { ...(run.deliveries[index] as PlatformDelivery), ...change };
};
/** Takes the copy and the row of event 0 for `sub_a` out of the ledgers. */
const forget = (run: Run) => {
  run.receiver.shift();
  run.deliveries.shift();
};
const deadRow = (reason: string | null): PlatformDelivery => ({ ...deliveredRow(0, "sub_a"), state: "dead", dead_reason: reason });

describe("the books of a good run", () => {
  it("balance, and show every figure", () => {
    expect(booksOf(() => {})).toEqual({
      ok: true,
      accepted: 3,
      refused: 0,
      unknown: 0,
      deliveries: 6,
      delivered: 6,
      dead: 0,
      cancelled: 0,
      waiting: 0,
      lost: 0,
      duplicates: 0,
      duplicateRatio: 0,
      lossRateBelow: 0.5,
      delay: { p50Ms: 5, p99Ms: 5, maxMs: 5 },
      longestStallMs: 5,
      recoveryMs: null,
      deadReasons: {},
      violations: {},
      examples: [],
    });
  });

  it("balance without any event, and claim no loss rate then", () => {
    const empty = { producer: [], receiver: [], platform: { deliveries: [], targets: new Map() } };
    expect(balance(empty)).toMatchObject({ ok: true, accepted: 0, lossRateBelow: null, delay: null });
  });

  it("count refused and unknown posts apart", () => {
    const books = booksOf(({ producer }) => {
      producer.push({ ...acceptedPost(7), outcome: { kind: "refused", status: 422, code: null, atMs: 0 } });
      producer.push({ ...acceptedPost(8), outcome: { kind: "unknown", detail: "reset", atMs: 0 }, everUnknown: true });
    });
    expect(books).toMatchObject({ ok: true, accepted: 3, refused: 1, unknown: 1 });
  });

  it("let failed attempts pass and count the 2xx copies beyond the first as duplicates", () => {
    const books = booksOf(({ receiver, targets }) => {
      receiver.push({ ...copyOf(0, "sub_a", targets), statusSent: 500 });
      receiver.push({ ...copyOf(0, "sub_a", targets), statusSent: null });
      receiver.push({ ...copyOf(0, "sub_a", targets), arrivedAtMs: 900 });
      receiver.push({ ...copyOf(1, "sub_raw", targets), arrivedAtMs: 900 });
    });
    expect(books).toMatchObject({ ok: true, delivered: 6, duplicates: 2, duplicateRatio: 2 / 6, delay: { maxMs: 5 } });
  });

  it("grant each delivered replay a copy of its own", () => {
    const books = booksOf((run) => {
      run.receiver.push(copyOf(0, "sub_a", run.targets));
      changeRow(run, 0, { state: "dead", dead_reason: "expired" });
      changeCopy(run, 0, { statusSent: 500 });
      run.deliveries.push({ ...deliveredRow(0, "sub_a"), id: "dlv_replay", generation: 2, replay_of: "dlv_0_sub_a" });
    });
    expect(books).toMatchObject({ ok: true, delivered: 6, duplicates: 0, dead: 0 });
  });

  it("tell subscriptions that share one endpoint apart", () => {
    const books = booksOf((run) => {
      run.targets.set("sub_b", { endpoint: "a" });
      run.producer.push({ ...acceptedPost(3), targets: ["sub_a", "sub_b"] });
      for (const subscriptionId of ["sub_a", "sub_b"]) {
        run.receiver.push(copyOf(3, subscriptionId, run.targets));
        run.deliveries.push(deliveredRow(3, subscriptionId));
      }
    });
    expect(books).toMatchObject({ ok: true, delivered: 8 });
  });

  it("take several posts with one key and one event for one event", () => {
    const books = booksOf(({ producer }) => {
      producer.push({ ...acceptedPost(0), clientId: "other" });
    });
    expect(books).toMatchObject({ ok: true, accepted: 3 });
  });

  it("let copies of a post in doubt pass", () => {
    const books = booksOf((run) => {
      run.producer.push({ ...acceptedPost(9), outcome: { kind: "unknown", detail: "reset", atMs: 0 }, everUnknown: true });
      run.receiver.push(copyOf(9, "sub_a", run.targets));
    });
    expect(books).toMatchObject({ ok: true, unknown: 1 });
  });

  it("measure the recovery after the last fault", () => {
    expect(booksOf((run) => changeCopy(run, 0, { arrivedAtMs: 400 }), { faultsEndedAtMs: 100 }).recoveryMs).toBe(300);
  });
});

describe("each delivery ends exactly once", () => {
  const endOf = (row: PlatformDelivery, options?: BalanceOptions) =>
    booksOf((run) => {
      forget(run);
      run.deliveries.push(row);
    }, options);

  it("dead with its reason", () => {
    expect(endOf(deadRow("expired"))).toMatchObject({ ok: true, delivered: 5, dead: 1, deadReasons: { expired: 1 } });
  });

  it("cancelled when somebody ended it on purpose", () => {
    expect(endOf(deadRow("subscription_deleted"))).toMatchObject({ ok: true, delivered: 5, cancelled: 1, dead: 0 });
    expect(endOf({ ...deadRow(null), state: "cancelled" })).toMatchObject({ ok: true, cancelled: 1 });
  });

  it.each(["pending", "inflight"])("waiting while %s, which is a fault only after the queue should have drained", (state) => {
    const row = { ...deliveredRow(0, "sub_a"), state };
    expect(endOf(row, { mayWait: true })).toMatchObject({ ok: true, delivered: 5, waiting: 1, lost: 0 });
    expect(endOf(row)).toMatchObject({ ok: false, waiting: 1, violations: { unfinished: 1 } });
  });

  it("delivered when the receiver sent 2xx, although the platform never learned it", () => {
    expect(booksOf((run) => changeRow(run, 0, { state: "dead", dead_reason: "expired" }))).toMatchObject({
      ok: true,
      delivered: 6,
      dead: 0,
    });
  });
});

describe("the check fails", () => {
  const violationsOf = (tamper: (run: Run) => void, options?: BalanceOptions) => {
    const books = booksOf(tamper, options);
    expect(books.ok).toBe(Object.keys(books.violations).length === 0);
    return books.violations;
  };

  it("for a deleted delivery: that is a loss, and it is named", () => {
    const books = booksOf(forget);
    expect(books).toMatchObject({ ok: false, lost: 1, delivered: 5, lossRateBelow: null, violations: { lost: 1 } });
    expect(books.examples).toEqual([
      { kind: "lost", eventId: "evt_0", subscriptionId: "sub_a", detail: "no 2xx was sent; the platform says nothing" },
    ]);
  });

  it("for a row deleted after its copy arrived", () => {
    expect(violationsOf((run) => void run.deliveries.shift())).toEqual({ missing_delivery: 1 });
  });

  it("for delivered without a 2xx: the platform's word is not enough", () => {
    expect(violationsOf((run) => void run.receiver.shift())).toEqual({ lost: 1, delivered_without_2xx: 1 });
    expect(violationsOf((run) => changeCopy(run, 0, { statusSent: 302 }))).toEqual({ lost: 1, delivered_without_2xx: 1 });
    expect(violationsOf((run) => changeCopy(run, 0, { statusSent: null }))).toEqual({ lost: 1, delivered_without_2xx: 1 });
  });

  it("for more delivered replays than copies", () => {
    const replay = { ...deliveredRow(0, "sub_a"), id: "dlv_replay", generation: 2, replay_of: "dlv_0_sub_a" };
    expect(violationsOf(({ deliveries }) => void deliveries.push(replay))).toEqual({ delivered_without_2xx: 1 });
  });

  it("for an altered payload, enveloped or raw", () => {
    expect(violationsOf((run) => changeCopy(run, 0, { dataSha256: "other" }))).toEqual({ body_altered: 1 });
    expect(violationsOf((run) => changeCopy(run, 0, { dataSha256: null, envelopeId: null }))).toEqual({ body_altered: 1, identity: 1 });
    expect(violationsOf((run) => changeCopy(run, 1, { bodySha256: "other" }))).toEqual({ body_altered: 1 });
  });

  it("for a later copy whose envelope differs from the first one's", () => {
    const later = (run: Run) => run.receiver.push({ ...copyOf(0, "sub_a", run.targets), bodySha256: "other" });
    expect(violationsOf((run) => void later(run))).toEqual({ body_altered: 1 });
  });

  it.each(["invalid", "outside_tolerance", "unchecked"] as const)("for a signature that is %s, on any copy", (signature) => {
    const copy = (run: Run) => ({ ...copyOf(0, "sub_a", run.targets), signature, statusSent: 500 });
    expect(violationsOf((run) => void run.receiver.push(copy(run)))).toEqual({ signature: 1 });
  });

  it("for a webhook-id that is used for another event", () => {
    const events = violationsOf((run) => changeCopy(run, 2, { webhookId: "evt_0" }));
    expect(events).toMatchObject({ identity: 2, body_altered: 2, lost: 1 });
  });

  it("for two Idempotency-Keys of one delivery", () => {
    const second = (run: Run) => ({ ...copyOf(0, "sub_a", run.targets), idempotencyKey: "another" });
    expect(violationsOf((run) => void run.receiver.push(second(run)))).toEqual({ identity: 1 });
  });

  it("for an event that nobody was told is accepted, unless foreign events are welcome", () => {
    const stray = (run: Run) => void run.receiver.push(copyOf(77, "sub_a", run.targets));
    expect(violationsOf(stray)).toEqual({ never_accepted: 1 });
    expect(violationsOf(stray, { ignoreForeignEvents: true })).toEqual({});
  });

  it("for a refused post that arrives all the same, unless an earlier request of it stayed unknown", () => {
    const refused = (everUnknown: boolean) => (run: Run) => {
      run.producer.push({ ...acceptedPost(9), outcome: { kind: "refused", status: 429, code: null, atMs: 0 }, everUnknown });
      run.receiver.push(copyOf(9, "sub_a", run.targets));
    };
    expect(violationsOf(refused(false))).toEqual({ never_accepted: 1 });
    expect(violationsOf(refused(true))).toEqual({});
  });

  it("for a copy or a row at an endpoint that was no target", () => {
    expect(violationsOf((run) => void run.receiver.push({ ...copyOf(0, "sub_a", run.targets), endpoint: "b" }))).toEqual({ unintended: 1 });
    expect(violationsOf(({ deliveries }) => void deliveries.push(deliveredRow(0, "sub_other")))).toEqual({ unintended: 1 });
  });

  it("for one key accepted as two events, and for two posts accepted as one", () => {
    const post = acceptedPost(0);
    const targets: string[] = [];
    const outcome = { kind: "accepted", eventId: "evt_twin", deliveries: 0, shed: [], atMs: 0 } as const;
    expect(violationsOf(({ producer }) => void producer.push({ ...post, clientId: "twin", targets, outcome }))).toEqual({ key_split: 1 });
    expect(violationsOf(({ producer }) => void producer.push({ ...post, clientId: "x", idempotencyKey: "other" }))).toEqual({
      key_split: 1,
    });
  });

  it("for two rows of one generation", () => {
    expect(violationsOf(({ deliveries }) => void deliveries.push({ ...deadRow("expired"), id: "dlv_twin" }))).toEqual({
      duplicate_delivery: 1,
    });
  });

  it("for dead without a reason, and for a state nobody knows", () => {
    expect(violationsOf((run) => changeRow(run, 0, { state: "dead" }))).toEqual({ dead_without_reason: 1 });
    expect(violationsOf((run) => changeRow(run, 0, { state: "limbo" }))).toEqual({ unfinished: 1 });
  });

  it("for a health counter that differs from the listed deliveries", () => {
    const tamper = (run: Run) => {
      forget(run);
      run.deliveries.push(deadRow("expired"));
    };
    const healthOf = (backlog: number, dead_count: number) => booksOf(tamper, {}, [{ subscription_id: "sub_a", backlog, dead_count }]);
    expect(healthOf(0, 1).ok).toBe(true);
    expect(healthOf(0, 0).violations).toEqual({ health: 1 });
    expect(healthOf(1, 1).violations).toEqual({ health: 1 });
  });

  it("for a health counter that still counts a dead delivery after its replay", () => {
    const replay = { ...deliveredRow(0, "sub_a"), id: "dlv_replay", generation: 2, replay_of: "dlv_0_sub_a" };
    const tamper = (run: Run) => {
      changeRow(run, 0, { state: "dead", dead_reason: "expired" });
      run.deliveries.push(replay);
    };
    const healthOf = (dead_count: number) => booksOf(tamper, {}, [{ subscription_id: "sub_a", backlog: 0, dead_count }]);
    expect(healthOf(0).ok).toBe(true);
    expect(healthOf(1).violations).toEqual({ health: 1 });
  });

  it("loudly when a target has no endpoint: such books would prove nothing", () => {
    expect(() => booksOf(({ targets }) => void targets.delete("sub_raw"))).toThrow("no receiver endpoint is known for target sub_raw");
  });

  it("with all violations counted and the first ten of a kind shown", () => {
    const run = goodRun(30);
    const books = balance({ ...run, receiver: [], platform: { deliveries: [], targets: run.targets } });
    expect([books.lost, books.violations, books.examples.length]).toEqual([60, { lost: 60 }, 10]);
  });
});
