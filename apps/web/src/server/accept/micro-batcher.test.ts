import { expect, test } from "vitest";
import { type Batchable, defaultBatchLimits, MicroBatcher } from "./micro-batcher.ts";

interface Item extends Batchable {
  name: string;
}

const item = (name: string, more: Partial<Item> = {}): Item => ({ name, kind: "plain", rows: 1, bytes: 1, ...more });
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A batcher whose writes end when the test says so. */
function setUp(limits = {}) {
  const writes: { names: string[]; end: () => void }[] = [];
  const batcher = new MicroBatcher<Item>(
    (batch) => new Promise((resolve) => writes.push({ names: batch.map(({ name }) => name), end: resolve })),
    { ...defaultBatchLimits, ...limits },
  );
  return { batcher, writes, batches: () => writes.map(({ names }) => names) };
}

test("what comes in one turn is one batch, written in that turn", async () => {
  const { batcher, batches } = setUp();
  batcher.add(item("a"));
  batcher.add(item("b"));
  expect(batches()).toEqual([]);
  await turn();
  expect(batches()).toEqual([["a", "b"]]);
});

test("while as many batches as allowed are being written, items wait and then go together", async () => {
  const { batcher, writes, batches } = setUp({ inFlight: 1 });
  batcher.add(item("a"));
  await turn();
  batcher.add(item("b"));
  await turn();
  batcher.add(item("c"));
  await turn();
  expect(batches()).toEqual([["a"]]);
  writes[0]?.end();
  await turn();
  expect(batches()).toEqual([["a"], ["b", "c"]]);
});

test("a batch holds no more items, rows or bytes than allowed, and an item beyond a limit goes alone", async () => {
  const { batcher, batches } = setUp({ items: 3, rows: 10, bytes: 100, inFlight: 9 });
  for (const name of ["a", "b", "c", "d"]) batcher.add(item(name));
  batcher.add(item("rows", { rows: 9 }));
  batcher.add(item("more rows", { rows: 2 }));
  batcher.add(item("bytes", { bytes: 1_000 }));
  batcher.add(item("e"));
  await turn();
  expect(batches()).toEqual([["a", "b", "c"], ["d", "rows"], ["more rows"], ["bytes"], ["e"]]);
});

test("ordered items are written among themselves, one batch at a time, in the order they came", async () => {
  const { batcher, writes, batches } = setUp({ items: 2 });
  for (const name of ["o1", "o2", "o3"]) batcher.add(item(name, { kind: "ordered" }));
  batcher.add(item("plain"));
  await turn();
  expect(batches()).toEqual([["o1", "o2"], ["plain"]]);
  writes[0]?.end();
  await turn();
  expect(batches()).toEqual([["o1", "o2"], ["plain"], ["o3"]]);
});

test("lazy items are written among themselves, two batches at a time, and leave room for the others", async () => {
  const { batcher, writes, batches } = setUp();
  for (const name of ["l1", "l2"]) batcher.add(item(name, { kind: "lazy" }));
  batcher.add(item("plain"));
  await turn();
  writes[1]?.end();
  for (const name of ["l3", "l4"]) {
    batcher.add(item(name, { kind: "lazy" }));
    await turn();
  }
  batcher.add(item("more"));
  await turn();
  expect(batches()).toEqual([["l1", "l2"], ["plain"], ["l3"], ["more"]]);
  writes[0]?.end();
  await turn();
  expect(batches()).toEqual([["l1", "l2"], ["plain"], ["l3"], ["more"], ["l4"]]);
});

test("too many waiting items, or bytes, are turned away, and taken again when there is room", async () => {
  const { batcher, writes } = setUp({ inFlight: 1, waitingItems: 2, waitingBytes: 10 });
  expect(batcher.add(item("in flight"))).toBe(true);
  await turn();
  expect([batcher.add(item("a")), batcher.add(item("big", { bytes: 10 })), batcher.add(item("b")), batcher.add(item("c"))]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  writes[0]?.end();
  await turn();
  expect(batcher.add(item("d"))).toBe(true);
});

test("idle means that nothing waits and nothing is being written", async () => {
  const { batcher, writes } = setUp({ inFlight: 1, items: 1 });
  await batcher.idle();
  batcher.add(item("a"));
  batcher.add(item("b"));
  let isIdle = false;
  void batcher.idle().then(() => {
    isIdle = true;
  });
  await turn();
  writes[0]?.end();
  await turn();
  expect([isIdle, writes.length]).toEqual([false, 2]);
  writes[1]?.end();
  await turn();
  expect(isIdle).toBe(true);
});
