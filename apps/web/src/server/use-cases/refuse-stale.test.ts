import { FRESH_SIGN_IN_MS, type FreshDemand, freshDemands } from "@hooklane/contracts";
import { expect, test } from "vitest";
import { refuseStale } from "./actor.ts";

const now = 1_800_000_000_000;
const person = (authenticatedMs?: number) => ({
  actor: { kind: "user" as const, id: "0" },
  ...(authenticatedMs !== undefined && { authenticatedMs }),
});

test("A5: a proof of who one is counts for ten minutes, to the millisecond", () => {
  expect(FRESH_SIGN_IN_MS).toBe(600_000);
  expect(refuseStale("secrets.reveal", person(now - 600_000), now)).toBeUndefined();
  expect(refuseStale("secrets.reveal", person(now - 600_001), now)).toMatchObject({ code: "confirmation_needed" });
});

test("a person of whom it is not known when they proved it is asked; a program never is", () => {
  expect(refuseStale("keys.create", person(), now)).toMatchObject({ code: "confirmation_needed" });
  expect(refuseStale("keys.create", { actor: { kind: "api_key", id: "0" } }, now)).toBeUndefined();
  expect(refuseStale("keys.create", { actor: { kind: "operator" } }, now)).toBeUndefined();
});

test("each demand says what it is that needs the confirmation", () => {
  for (const demand of Object.keys(freshDemands) as FreshDemand[])
    expect(refuseStale(demand, person(), now)?.detail).toBe(`Confirm that it is you, before you ${freshDemands[demand]}.`);
});
