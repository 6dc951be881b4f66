import { changeLimitsSchema } from "@hooklane/contracts";
import { expect, test } from "vitest";
import { faultsOf, readOverride } from "./limits-form.ts";

test("numbers may be grouped, and an empty limit is not sent", () => {
  expect(readOverride({ lane_cap: " 1,500 ", ingest_per_s: "2 000", subscriptions: "  " })).toEqual({
    lane_cap: 1_500,
    ingest_per_s: 2_000,
  });
});

test("what is no whole number above 0 is refused at its field", () => {
  for (const text of ["many", "0", "-3", "1.5"]) {
    const parsed = changeLimitsSchema.safeParse({ plan: "team", override: readOverride({ lane_cap: text }), reason: "asked for it" });
    expect([text, Object.keys(faultsOf(parsed))]).toEqual([text, ["override.lane_cap"]]);
  }
});
