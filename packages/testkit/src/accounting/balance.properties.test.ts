import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { balance } from "./balance.ts";
import { copyOf, deliveredRow, goodRun, type Run } from "./good-run.fixture.ts";

const events = 5;

/** One delivery's story in the run, chosen at random. */
const story = fc.record({
  okCopies: fc.integer({ min: 0, max: 3 }),
  failedCopies: fc.integer({ min: 0, max: 3 }),
  row: fc.constantFrom("none", "pending", "inflight", "delivered", "dead", "cancelled"),
});
const stories = fc.array(story, { minLength: events * 2, maxLength: events * 2 });

function runOf(told: readonly (typeof story extends fc.Arbitrary<infer S> ? S : never)[]): Run {
  const run = goodRun(events);
  run.receiver = [];
  run.deliveries = [];
  told.forEach(({ okCopies, failedCopies, row }, index) => {
    const n = Math.floor(index / 2);
    const subscriptionId = index % 2 === 0 ? "sub_a" : "sub_raw";
    for (let copy = 0; copy < okCopies + failedCopies; copy += 1) {
      run.receiver.push({ ...copyOf(n, subscriptionId, run.targets), statusSent: copy < failedCopies ? 503 : 204 });
    }
    if (row !== "none")
      run.deliveries.push({ ...deliveredRow(n, subscriptionId), state: row, dead_reason: row === "dead" ? "expired" : null });
  });
  return run;
}

const booksOf = ({ producer, receiver, deliveries, targets }: Run) =>
  balance({ producer, receiver, platform: { deliveries, targets } }, { mayWait: true });

describe("balance", () => {
  it("gives every delivery exactly one end", () => {
    fc.assert(
      fc.property(stories, (told) => {
        const { delivered, dead, cancelled, waiting, lost, deliveries } = booksOf(runOf(told));
        expect(deliveries).toBe(events * 2);
        expect(delivered + dead + cancelled + waiting + lost).toBe(deliveries);
      }),
    );
  });

  it("calls lost exactly what has no 2xx and is neither waiting nor dead nor cancelled", () => {
    fc.assert(
      fc.property(stories, (told) => {
        const lost = told.filter(({ okCopies, row }) => okCopies === 0 && (row === "none" || row === "delivered")).length;
        const books = booksOf(runOf(told));
        expect(books.lost).toBe(lost);
        expect(books.violations.lost ?? 0).toBe(lost);
      }),
    );
  });

  it("counts as duplicates exactly the 2xx copies beyond the first", () => {
    fc.assert(
      fc.property(stories, (told) => {
        const extra = told.reduce((sum, { okCopies }) => sum + Math.max(0, okCopies - 1), 0);
        expect(booksOf(runOf(told)).duplicates).toBe(extra);
      }),
    );
  });

  it("does not depend on the order of the receiver's and the platform's entries", () => {
    fc.assert(
      fc.property(stories, fc.func(fc.integer()), (told, rank) => {
        const run = runOf(told);
        const shuffled = {
          ...run,
          receiver: run.receiver.toSorted((a, b) => rank(a.requestId) - rank(b.requestId)),
          deliveries: run.deliveries.toSorted((a, b) => rank(a.id) - rank(b.id)),
        };
        const { examples: _, ...books } = booksOf(run);
        const { examples: __, ...same } = booksOf(shuffled);
        expect(same).toEqual(books);
      }),
    );
  });
});
