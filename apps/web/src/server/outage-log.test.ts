import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLog } from "./log.ts";
import { OutageLog } from "./outage-log.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("an outage is one line when it begins, one a minute while it lasts, and one when it ends", async () => {
  const lines: Record<string, unknown>[] = [];
  const outages = new OutageLog(createLog("info", { write: (line) => void lines.push(JSON.parse(line)) }));
  for (let second = 0; second < 90; second++) {
    outages.failed("database", new Error("refused"));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  outages.recovered("database");
  outages.recovered("database");
  expect(lines.map(({ msg, failures }) => [msg, failures])).toEqual([
    ["database fails", 1],
    ["database fails", 61],
    ["database works again", 90],
  ]);
});

test("outages of different things do not hide each other", () => {
  const lines: string[] = [];
  const outages = new OutageLog(createLog("info", { write: (line) => void lines.push(line) }));
  outages.failed("database", new Error("a"));
  outages.failed("listener", new Error("b"));
  expect(lines).toHaveLength(2);
});
