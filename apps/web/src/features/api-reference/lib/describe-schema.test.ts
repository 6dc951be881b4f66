import type { JsonSchema } from "@hooklane/contracts";
import { expect, test } from "vitest";
import { describeMembers, typeText } from "./describe-schema.ts";

test("members come in their order, with those of objects and lists inside them", () => {
  const rows = describeMembers({
    type: "object",
    required: ["id"],
    properties: {
      id: { type: "string", description: "The thing.", maxLength: 10 },
      list: { type: "array", items: { type: "object", properties: { n: { type: "integer", minimum: 1, maximum: 250, default: 50 } } } },
      maybe: { anyOf: [{ type: "object", properties: { deep: { type: "boolean" } } }, { type: "null" }] },
      named: { $ref: "#/components/schemas/Other" },
    },
  });
  expect(rows.map(({ path, required }) => [path, required])).toEqual([
    ["id", true],
    ["list", false],
    ["list[].n", false],
    ["maybe", false],
    ["maybe.deep", false],
    ["named", false],
  ]);
  expect(rows[0]).toMatchObject({ description: "The thing.", limits: ["at most 10 characters"] });
  expect(rows[2]?.limits).toEqual(["1 to 250", "default 50"]);
});

test.each([
  [{ $ref: "#/components/schemas/Event" }, [{ schema: "Event" }]],
  [{ type: ["string", "null"] }, ["string or null"]],
  [{ enum: ["a", "b"] }, ['"a" | "b"']],
  [{ type: "array", items: { $ref: "#/components/schemas/Event" } }, ["list of ", { schema: "Event" }]],
  [{ anyOf: [{ type: "integer" }, { type: "null" }] }, ["integer", " or ", "null"]],
  [{ type: "object", additionalProperties: { type: "string" } }, ["map to ", "string"]],
  [{ type: "string", format: "date-time" }, ["time"]],
  [{}, ["any JSON value"]],
])("%j is said as %j", (schema, text) => {
  expect(typeText(schema)).toEqual(text);
});

test("a schema that holds itself is described to a bounded depth", () => {
  const properties: Record<string, JsonSchema> = {};
  const endless: JsonSchema = { type: "object", properties };
  properties.self = endless;
  expect(describeMembers(endless).length).toBeLessThan(10);
});

test("bounds that are those of numbers themselves are no limits", () => {
  const [row] = describeMembers({ properties: { n: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER } } });
  expect(row?.limits).toEqual(["at least 0"]);
});
