import { balance } from "@hooklane/testkit";
import { expect, test } from "vitest";
import { Verdict } from "./verdict.ts";

test("a figure within its limit is kept and breaks nothing", () => {
  const verdict = new Verdict();
  verdict.atMost("a", 1.004, 2);
  verdict.atLeast("b", 2, 2);
  verdict.exactly("c", 0, 0);
  expect(verdict.figures).toEqual({ a: 1, b: 2, c: 0 });
  expect(verdict.broken).toEqual([]);
});

test("a limit that is broken is named with what was measured and what is allowed", () => {
  const verdict = new Verdict();
  verdict.atMost("a", 3, 2);
  verdict.atLeast("b", 1, 2);
  verdict.exactly("c", 1, 0);
  verdict.must(false, "words");
  expect(verdict.broken).toEqual(["a is 3, at most 2 is allowed", "b is 1, at least 2 is needed", "c is 1, not 0", "words"]);
});

test("a figure that could not be measured does not keep its limit", () => {
  const verdict = new Verdict();
  verdict.atMost("a", Number.NaN, 2);
  verdict.atLeast("b", Number.NaN, 2);
  verdict.exactly("c", Number.NaN, 0);
  expect(verdict.broken).toHaveLength(3);
});

test("books of a run in which nothing was accepted are no success", () => {
  const verdict = new Verdict();
  verdict.books(balance({ producer: [], receiver: [], platform: { deliveries: [], targets: new Map() } }));
  expect(verdict.broken).toEqual(["no event was accepted: nothing was tested"]);
});

test("a loss breaks the books, and what is allowed to be broken does not", () => {
  const books = balance({
    producer: [
      {
        clientId: "c",
        idempotencyKey: "k",
        type: "a",
        bodySha256: "b",
        targets: ["sub_a", "sub_b"],
        atMs: 1,
        outcome: { kind: "accepted", eventId: "evt_1", deliveries: 2, shed: [], atMs: 2 },
        requests: 1,
        everUnknown: false,
      },
    ],
    receiver: [],
    platform: {
      deliveries: [{ id: "dlv_b", event_id: "evt_1", subscription_id: "sub_b", state: "pending", dead_reason: null }],
      targets: new Map([
        ["sub_a", { endpoint: "a" }],
        ["sub_b", { endpoint: "b" }],
      ]),
    },
  });
  const verdict = new Verdict();
  verdict.books(books, ["unfinished"]);
  expect(verdict.figures).toMatchObject({ accepted: 1, lost: 1, waiting: 1 });
  expect(verdict.broken).toEqual(["lost is 1, not 0", expect.stringMatching(/^1 × lost, as evt_1 sub_a/)]);
});
