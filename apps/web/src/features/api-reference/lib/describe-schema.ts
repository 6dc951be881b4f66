import type { JsonSchema } from "@hooklane/contracts";

/** One member of an object, or one of what is inside it. */
export interface MemberRow {
  /** Dotted, with `[]` for what stands in a list. */
  path: string;
  type: TypeText;
  required: boolean;
  description: string;
  /** What the value is held to, as words: `1 to 250`, `at most 500 characters`. */
  limits: string[];
}

/** A type in words; parts that name a schema lead to it. */
export type TypeText = readonly (string | { schema: string })[];

/** Deeper members are left to the schemas that hold them. */
const MAX_DEPTH = 4;

/** The members of an object and of the objects in it, in their order. Schemas with a name are named and not looked into. */
export function describeMembers(schema: JsonSchema, prefix = "", depth = 0): MemberRow[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = prefix + name;
    const row: MemberRow = {
      path,
      type: typeText(member),
      required: required.includes(name),
      description: member.description ?? "",
      limits: limitsOf(member),
    };
    return depth >= MAX_DEPTH ? [row] : [row, ...inner(member, path, depth + 1)];
  });
}

function inner(schema: JsonSchema, path: string, depth: number): MemberRow[] {
  if (schema.properties) return describeMembers(schema, `${path}.`, depth);
  if (schema.items) return inner(schema.items, `${path}[]`, depth);
  return (schema.anyOf ?? []).flatMap((option) => inner(option, path, depth));
}

/** A type in words. */
export function typeText(schema: JsonSchema): TypeText {
  if (schema.$ref) return [{ schema: schema.$ref.split("/").at(-1) ?? "" }];
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.enum) return [schema.enum.map((value) => JSON.stringify(value)).join(" | ")];
  if (schema.anyOf) return schema.anyOf.flatMap((option, i) => (i === 0 ? typeText(option) : [" or ", ...typeText(option)]));
  if (Array.isArray(schema.type)) return [schema.type.join(" or ")];
  if (schema.type === "array") return schema.items ? ["list of ", ...typeText(schema.items)] : [schema.prefixItems ? "pair" : "list"];
  if (schema.type === "object")
    return typeof schema.additionalProperties === "object" ? ["map to ", ...typeText(schema.additionalProperties)] : ["object"];
  if (schema.type === "string" && schema.format === "date-time") return ["time"];
  return [schema.type ?? "any JSON value"];
}

function limitsOf(schema: JsonSchema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  return [
    range(minimum, maximum, ""),
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " entries"),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ].filter((limit) => limit !== "");
}

/** JSON Schema has no end of the integers; zod writes the largest that a number holds. */
const isReal = (bound: number | undefined): bound is number => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

function range(min: number | undefined, max: number | undefined, unit: string): string {
  const [from, to] = [isReal(min) ? min : undefined, isReal(max) ? max : undefined];
  const show = (n: number) => n.toLocaleString("en-US");
  if (from !== undefined && to !== undefined) return `${show(from)} to ${show(to)}${unit}`;
  if (to !== undefined) return `at most ${show(to)}${unit}`;
  return from === undefined ? "" : `at least ${show(from)}${unit}`;
}
