import { expect, test } from "vitest";
import { initialForm, readForm } from "./replay-form.ts";

const NOW = Date.UTC(2026, 10, 30, 12);
const nothing = { endpoint: null, types: null, states: null, since: null, until: null };

test("without an address it begins with what died within the last day", () => {
  expect(initialForm(nothing, NOW)).toEqual({
    endpoint: "",
    since: "2026-11-29T12:00:00",
    until: "2026-11-30T12:00:01",
    types: "",
    states: ["dead"],
  });
});

test("what the address names is what is frozen", () => {
  const form = initialForm(
    { endpoint: "sub_1", types: ["a.b", "c"], states: ["delivered"], since: "2026-11-01T02:00:00+02:00", until: "2026-11-02T00:00:00Z" },
    NOW,
  );
  expect(readForm(form)).toEqual({
    ok: true,
    filter: {
      endpointId: "sub_1",
      since: "2026-11-01T00:00:00.000Z",
      until: "2026-11-02T00:00:00.000Z",
      types: ["a.b", "c"],
      states: ["delivered"],
    },
  });
});

test("each value that is wrong is told at its place", () => {
  const wrong = readForm({ endpoint: "", since: "", until: "2026-11-30T12:00:00", types: "a..b", states: [] });
  expect(wrong.ok ? {} : Object.keys(wrong.errors).sort()).toEqual(["endpoint", "since", "states", "types"]);
  const backwards = readForm({
    endpoint: "sub_1",
    since: "2026-11-30T12:00:00",
    until: "2026-11-30T12:00:00",
    types: "",
    states: ["dead"],
  });
  expect(backwards.ok ? {} : backwards.errors).toEqual({ until: "this must be later than the beginning" });
});
