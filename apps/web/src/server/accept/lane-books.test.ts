import type { Accepted, NewDelivery } from "@hooklane/db";
import { expect, test } from "vitest";
import { LaneBooks } from "./lane-books.ts";

const delivery = (subscriptionId: string, state: "pending" | "dead" = "pending"): NewDelivery => ({
  subscriptionId,
  shard: 0,
  class: "first",
  mode: "at_least_once",
  state,
  reason: null,
  deadlineMs: 0,
});

test("deliveries add up per lane, and a flush takes them all", async () => {
  const written: [string, Accepted][][] = [];
  const books = new LaneBooks(async (lanes) => void written.push([...lanes]));
  books.add([delivery("a"), delivery("b")], 100);
  books.add([delivery("a"), delivery("b", "dead")], 10);
  await books.flush();
  await books.flush();
  expect(written).toEqual([
    [
      ["a", { pending: 2, pendingBytes: 110, dead: 0, shed: 0, shedBytes: 0 }],
      ["b", { pending: 1, pendingBytes: 100, dead: 1, shed: 0, shedBytes: 0 }],
    ],
    [],
  ]);
});

test("what failed may have been written: it is written again as it was and under its number, before what came since", async () => {
  const written: [number, Record<string, Accepted>][] = [];
  let isDown = true;
  const books = new LaneBooks(async (lanes, number) => {
    if (isDown) throw new Error("down");
    written.push([number, Object.fromEntries(lanes)]);
  });
  books.add([delivery("a")], 5);
  const flushing = books.flush();
  books.add([delivery("a"), delivery("c", "dead")], 7);
  await expect(flushing).rejects.toThrow("down");
  await expect(books.flush()).rejects.toThrow("down");
  isDown = false;
  await books.flush();
  expect(written).toEqual([
    [1, { a: { pending: 1, pendingBytes: 5, dead: 0, shed: 0, shedBytes: 0 } }],
    [
      2,
      {
        a: { pending: 1, pendingBytes: 7, dead: 0, shed: 0, shedBytes: 0 },
        c: { pending: 0, pendingBytes: 0, dead: 1, shed: 0, shedBytes: 0 },
      },
    ],
  ]);
});

test("what was shed is dead, and counted with its bytes", async () => {
  const written: [string, Accepted][][] = [];
  const books = new LaneBooks(async (lanes) => void written.push([...lanes]));
  books.add([{ ...delivery("a", "dead"), reason: "backlog_shed" }], 30);
  books.add([delivery("a", "dead"), { ...delivery("a", "dead"), reason: "backlog_shed" }], 12);
  await books.flush();
  expect(written[0]).toEqual([["a", { pending: 0, pendingBytes: 0, dead: 3, shed: 2, shedBytes: 42 }]]);
});
