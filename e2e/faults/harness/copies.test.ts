import type { ReceivedCopy } from "@hooklane/testkit";
import { expect, test } from "vitest";
import { overlappingCopies, peakInFlight, repeatedAttempts } from "./copies.ts";

const copy = (more: Partial<ReceivedCopy>): ReceivedCopy => ({
  requestId: "r",
  endpoint: "a",
  path: "/",
  webhookId: "evt_1",
  idempotencyKey: "k",
  attempt: 1,
  timestampSeconds: 1,
  signature: "valid",
  bodySha256: "b",
  bodyBytes: 1,
  envelopeId: "evt_1",
  dataSha256: "d",
  arrivedAtMs: 0,
  statusSent: null,
  sentAtMs: null,
  ...more,
});

test("a request is in flight from its arrival to its answer, or until the client goes away, or for ever", () => {
  const copies = [
    copy({ arrivedAtMs: 0, sentAtMs: 150 }),
    copy({ arrivedAtMs: 100, goneAtMs: 250 }),
    copy({ arrivedAtMs: 200 }),
    copy({ arrivedAtMs: 0, endpoint: "b" }),
  ];
  expect(peakInFlight(copies, "a", 0, 90)).toBe(1);
  expect(peakInFlight(copies, "a", 100, 100)).toBe(2);
  expect(peakInFlight(copies, "a", 300, 1_000)).toBe(1);
});

test("an attempt number that comes twice is repeated, one of another delivery is not", () => {
  expect(repeatedAttempts([copy({}), copy({ attempt: 2 }), copy({ idempotencyKey: "other" }), copy({})])).toBe(1);
});

test("copies of one delivery overlap when the second came before the first was answered", () => {
  const first = copy({ arrivedAtMs: 0, sentAtMs: 100 });
  expect(overlappingCopies([first, copy({ arrivedAtMs: 50, sentAtMs: 60 })])).toBe(1);
  expect(overlappingCopies([first, copy({ arrivedAtMs: 100, sentAtMs: 200 })])).toBe(0);
  expect(overlappingCopies([first, copy({ arrivedAtMs: 50, sentAtMs: 60, idempotencyKey: "other" })])).toBe(0);
});
