import type { Settlement } from "@hooklane/db";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { Recorder, type RecorderOptions } from "./recorder.ts";

const row = (id: string): Settlement =>
  ({ deliveryId: id, number: 1, requestHeaders: "[]", responseBody: Buffer.from("body") }) as Settlement;
const failing = (code: string) => Object.assign(new Error(code), { code });

function recorder(options: Partial<RecorderOptions>): { recorder: Recorder; lost: string[] } {
  const lost: string[] = [];
  const made = new Recorder({
    write: async (batch) => batch.map(({ deliveryId }) => deliveryId),
    onLost: ({ deliveryId }) => lost.push(deliveryId),
    keepMs: 60_000,
    monotonicNow: () => performance.now(),
    log: pino({ level: "silent" }),
    ...options,
  });
  return { recorder: made, lost };
}

test("results that arrive while both writers are busy are written together, and each once", async () => {
  const batches: string[][] = [];
  const { recorder: r } = recorder({
    write: async (batch) => {
      batches.push(batch.map(({ deliveryId }) => deliveryId));
      await new Promise((resolve) => setImmediate(resolve));
      return batch.map(({ deliveryId }) => deliveryId);
    },
  });
  const ids = Array.from({ length: 1_200 }, (_, i) => String(i));
  await Promise.all(ids.map((id) => r.record(row(id))));
  expect(batches.flat().sort()).toEqual([...ids].sort());
  expect(batches.length).toBeLessThan(10);
});

test("a few results wait for the batch that is being written, many do not, and none for one that does not end", async () => {
  let now = 0;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const batches: { ids: string[]; end: () => void }[] = [];
    const { recorder: r } = recorder({
      monotonicNow: () => now,
      write: (batch) =>
        new Promise((resolve) => {
          const ids = batch.map(({ deliveryId }) => deliveryId);
          batches.push({ ids, end: () => resolve(ids) });
        }),
    });
    const pass = async (ms: number) => {
      now += ms;
      vi.advanceTimersByTime(ms);
      for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
    };
    const written = () => batches.map(({ ids }) => ids);
    const all = [r.record(row("a"))];
    await pass(5);
    all.push(r.record(row("b")));
    await pass(50);
    expect(written()).toEqual([["a"]]);
    batches[0]?.end();
    await pass(1);
    expect(written()).toEqual([["a"], ["b"]]);
    const many = Array.from({ length: 128 }, (_, i) => `many-${i}`);
    all.push(...many.map((id) => r.record(row(id))));
    await pass(0);
    expect(written()).toEqual([["a"], ["b"], many]);
    batches[2]?.end();
    all.push(r.record(row("c")));
    await pass(50);
    expect(batches).toHaveLength(3);
    await pass(150);
    expect(written().slice(3)).toEqual([["c"]]);
    for (const { end } of batches) end();
    await Promise.all(all);
    await r.flush();
  } finally {
    vi.useRealTimers();
  }
});

test("a few results wait for each other; an ordered head's, many of them, or the worker's end do not", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const batches: string[][] = [];
    const { recorder: r } = recorder({
      write: async (batch) => {
        batches.push(batch.map(({ deliveryId }) => deliveryId));
        return batch.map(({ deliveryId }) => deliveryId);
      },
    });
    const turns = async () => {
      for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
    };
    const first = [r.record(row("a")), r.record(row("b"))];
    await turns();
    expect(batches).toEqual([]);
    vi.advanceTimersByTime(5);
    await Promise.all(first);
    expect(batches).toEqual([["a", "b"]]);

    await Promise.all([r.record(row("c")), r.record({ ...row("head"), class: "ordered" })]);
    expect(batches.at(-1)).toEqual(["c", "head"]);
    const many = Array.from({ length: 128 }, (_, i) => `many-${i}`);
    await Promise.all(many.map((id) => r.record(row(id))));
    expect(batches.at(-1)).toEqual(many);
    const last = r.record(row("last"));
    await r.flush();
    await last;
    expect(batches.at(-1)).toEqual(["last"]);
  } finally {
    vi.useRealTimers();
  }
});

test("a database that is away is tried again until it takes the results", async () => {
  let calls = 0;
  const { recorder: r, lost } = recorder({
    write: async (batch) => {
      if (++calls < 3) throw failing("ECONNREFUSED");
      return batch.map(({ deliveryId }) => deliveryId);
    },
  });
  await r.record(row("a"));
  expect(calls).toBe(3);
  expect(lost).toEqual([]);
});

test("a row that the database refuses is found in its batch and recorded without its content; the others are recorded whole", async () => {
  const written = new Map<string, boolean>();
  const { recorder: r } = recorder({
    write: async (batch) => {
      if (batch.some(({ deliveryId, responseBody }) => deliveryId === "bad" && responseBody)) throw failing("22021");
      for (const { deliveryId, responseBody } of batch) written.set(deliveryId, responseBody !== null);
      return batch.map(({ deliveryId }) => deliveryId);
    },
  });
  await Promise.all(["a", "b", "bad", "c"].map((id) => r.record(row(id))));
  expect(Object.fromEntries(written)).toEqual({ a: true, b: true, bad: false, c: true });
});

test("a result whose lease is over is given up, told, and blocks nothing", async () => {
  let now = 0;
  const { recorder: r, lost } = recorder({
    keepMs: 1_000,
    monotonicNow: () => now,
    write: async () => {
      now += 2_000;
      throw failing("57P01");
    },
  });
  await r.record(row("late"));
  expect(lost).toEqual(["late"]);
  await r.flush();
});

test("after an outage longer than a lease, what comes next is written again", async () => {
  let now = 0;
  let isAway = true;
  const { recorder: r, lost } = recorder({
    keepMs: 1_000,
    monotonicNow: () => now,
    write: async (batch) => {
      if (!isAway) return batch.map(({ deliveryId }) => deliveryId);
      now += 2_000;
      throw failing("ECONNREFUSED");
    },
  });
  await Promise.all([r.record(row("old-1")), r.record(row("old-2"))]);
  isAway = false;
  await r.record(row("new"));
  await r.flush();
  expect(lost.sort()).toEqual(["old-1", "old-2"]);
});

test("a result that was fenced out is told as lost", async () => {
  const { recorder: r, lost } = recorder({ write: async () => [] });
  await r.record(row("stale"));
  expect(lost).toEqual(["stale"]);
});
