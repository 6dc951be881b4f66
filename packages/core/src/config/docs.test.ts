import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { policyJsonSchema, renderPolicyDocs, renderPolicySchema } from "./policy-reference.ts";

const docs = (name: string) => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), "utf8");

test("docs/policies.md says what the configuration's schema says (`node scripts/generate-policies.ts` writes it)", () => {
  expect(docs("policies.md")).toBe(renderPolicyDocs());
});

test("docs/policies.schema.json is the configuration's schema (`node scripts/generate-policies.ts` writes it)", () => {
  expect(docs("policies.schema.json")).toBe(renderPolicySchema());
  expect(JSON.parse(renderPolicySchema())).toEqual(policyJsonSchema());
});

test("every key has a description, a default, and a unit with a range or a list of values", () => {
  const leaves = Object.values(policyJsonSchema().properties ?? {}).flatMap((schema) =>
    schema.properties ? Object.values(schema.properties) : [schema],
  );
  expect(leaves.length).toBeGreaterThan(5);
  for (const leaf of leaves) {
    expect(leaf.description).toBeTruthy();
    expect(leaf.default).toBeDefined();
    if (!leaf.enum) expect(leaf).toMatchObject({ unit: expect.any(String), minimum: expect.any(Number), maximum: expect.any(Number) });
  }
});
