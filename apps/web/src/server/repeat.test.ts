import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { repeat } from "./repeat.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("work runs at once and again after each pause, sooner after a failure, and never twice at a time", async () => {
  const startedAt: number[] = [];
  const faults: unknown[] = [];
  let running = 0;
  const repetition = repeat({
    everyMs: 1_000,
    retryMs: 100,
    work: async () => {
      expect(++running).toBe(1);
      startedAt.push(Date.now());
      await new Promise((resolve) => setTimeout(resolve, 50));
      running--;
      if (startedAt.length === 2) throw new Error("second");
    },
    onFault: (error) => faults.push(error),
  });
  await vi.advanceTimersByTimeAsync(2_300);
  expect(startedAt.map((ms) => ms - (startedAt[0] as number))).toEqual([0, 1_050, 1_200, 2_250]);
  expect(faults).toEqual([new Error("second")]);
  const stopping = repetition.stop();
  await vi.advanceTimersByTimeAsync(50);
  await stopping;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(startedAt).toHaveLength(4);
});

test("stopping waits for the run that is under way, and no run comes after it", async () => {
  let runs = 0;
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const work = (): Promise<void> => {
    runs++;
    return promise;
  };
  const repetition = repeat({ everyMs: 10, work, onFault: () => {} });
  let isStopped = false;
  const stopping = repetition.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(100);
  expect(isStopped).toBe(false);
  end();
  await stopping;
  await vi.advanceTimersByTimeAsync(100);
  expect(runs).toBe(1);
});
