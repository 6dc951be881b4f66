import { expect, test } from "vitest";
import { fieldOf, readTexts, textsOf } from "./event-type-form.ts";

const texts = { ...textsOf({}), name: "order.paid" };

test("what the catalogue holds comes back from the form as it was", () => {
  const type = {
    name: "fence.entered",
    description: "A device entered.",
    kind: "geojson" as const,
    schema: { type: "object" },
    example: { type: "Feature" },
    derived_key: { device_id: "/properties/id", occurred_at: "/properties/at" },
    announce_completed: true,
  };
  expect(readTexts(textsOf(type))).toEqual({ ok: true, input: type });
});

test("empty texts are no schema and no example, and a key is derived for geojson alone", () => {
  expect(readTexts({ ...texts, derivesKey: true })).toMatchObject({ ok: true, input: { schema: null, example: null, derived_key: null } });
});

test("each value that is wrong is told at its place", () => {
  const wrong = readTexts({
    ...texts,
    name: "hooklane.mine",
    schema: "{",
    example: "nope",
    kind: "geojson",
    derivesKey: true,
    deviceId: "x",
  });
  expect(wrong.ok ? [] : Object.keys(wrong.errors).sort()).toEqual(["deviceId", "example", "name", "schema"]);
  const list = readTexts({ ...texts, schema: "[1]" });
  expect(list.ok ? {} : list.errors).toEqual({ schema: expect.stringContaining("object or a boolean") });
});

test("what the server refuses is told at the same places", () => {
  expect(["name", "schema.type", "derived_key", "derived_key.occurred_at", "tenantId"].map(fieldOf)).toEqual([
    "name",
    "schema",
    "deviceId",
    "occurredAt",
    undefined,
  ]);
});
