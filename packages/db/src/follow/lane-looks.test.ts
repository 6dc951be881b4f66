import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { uuidV7 } from "../ids/uuid-v7.ts";
import { LaneLooks, parseLooks } from "./lane-looks.ts";

let sent: string[];
let now = 0;
let looks: LaneLooks;
const lane = uuidV7(1);

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  looks = new LaneLooks(
    (ids) => sent.push(ids.join(",")),
    () => now,
  );
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => {
  now += ms;
  vi.advanceTimersByTime(ms);
};

test("however many look at a lane, it is asked for at most once in two seconds", () => {
  for (let i = 0; i < 10; i++) {
    looks.ask(lane);
    pass(199);
  }
  expect(sent).toEqual([lane]);
  pass(100);
  looks.ask(lane);
  pass(100);
  expect(sent).toEqual([lane, lane]);
});

test("many lanes are asked for together, none in a notification that is too long, and no more than are remembered", () => {
  const lanes = Array.from({ length: 6_000 }, () => uuidV7(1));
  for (const id of lanes) looks.ask(id);
  pass(20);
  expect(sent.flatMap(parseLooks)).toEqual(lanes.slice(0, 5_000));
  expect(Math.max(...sent.map((payload) => payload.length))).toBeLessThan(8_000);
});

test("what is no question is none", () => {
  expect(parseLooks("")).toEqual([]);
  expect(parseLooks(`nonsense,${lane},'; DROP TABLE x`)).toEqual([lane]);
});
