import type { JsonSchema } from "@hooklane/contracts";
import { z } from "zod";

/**
 * The schemas of a document: each one as JSON Schema, those with a name (`meta({ id })`) once under `components` and referred to from everywhere else.
 */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {};

  /** What a call takes: unknown members are refused. */
  input(schema: z.ZodType): JsonSchema {
    return this.#hoist(z.toJSONSchema(schema, { io: "input" }));
  }

  /** What a call answers: more members may come with later versions, so a client must not refuse unknown ones. */
  output(schema: z.ZodType): JsonSchema {
    return this.#hoist(
      z.toJSONSchema(schema, {
        io: "output",
        override: ({ jsonSchema }) => {
          if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
          if (jsonSchema.format === "date-time") delete jsonSchema.pattern; // says the same, at length
        },
      }),
    );
  }

  #hoist(root: object): JsonSchema {
    const { $schema: _, $defs = {}, ...schema } = root as { $schema?: string; $defs?: Record<string, object> };
    for (const [name, definition] of Object.entries($defs)) {
      const component = rewriteRefs(definition) as JsonSchema;
      const known = this.components[name];
      if (known && JSON.stringify(known) !== JSON.stringify(component)) throw new Error(`two schemas are named ${name}`);
      this.components[name] = component;
    }
    return rewriteRefs(schema) as JsonSchema;
  }
}

function rewriteRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewriteRefs);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === "$ref" && typeof member === "string" ? member.replace("#/$defs/", "#/components/schemas/") : rewriteRefs(member),
    ]),
  );
}
