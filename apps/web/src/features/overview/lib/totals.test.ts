import { expect, test } from "vitest";
import { totalsOf } from "./totals.ts";

test("a workspace's figures are the sums over its endpoints", () => {
  const health = { circuit_state: "closed", success_rate: null, last_delivery_at: null } as const;
  const endpoints = [{ health: { ...health, backlog: 3, dead_count: 1 } }, { health: { ...health, backlog: 4, dead_count: 0 } }];
  expect(totalsOf(endpoints)).toEqual({ endpoints: 2, backlog: 7, dead: 1 });
  expect(totalsOf([])).toEqual({ endpoints: 0, backlog: 0, dead: 0 });
});
