import { z } from "zod";
import { policyConfigSchema } from "./policy-config.ts";

/** The part of a JSON schema that the configuration uses. */
interface KeySchema {
  readonly type?: string;
  readonly description?: string;
  readonly unit?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly properties?: { readonly [key: string]: KeySchema };
}

const lineWidth = 140;

const introduction = `# Policies

Every key of the policy configuration. \`HOOKLANE_POLICY\` takes a JSON object with any of them, laid over the defaults; an unknown
key, or a value out of range, stops the start with a message that names it. The same as a JSON schema:
[policies.schema.json](policies.schema.json).

Both files are generated from the configuration's schema: \`node scripts/generate-policies.ts\`.
`;

/** The configuration as a JSON schema (draft 2020-12) of what an operator may write. */
export function policyJsonSchema(): KeySchema {
  return { title: "Hooklane policy configuration", ...z.toJSONSchema(policyConfigSchema, { io: "input" }) } as KeySchema;
}

/** The text of docs/policies.schema.json. */
export function renderPolicySchema(): string {
  return `${renderJson(policyJsonSchema(), 0)}\n`;
}

/** The text of docs/policies.md: one section per policy, one line per key. */
export function renderPolicyDocs(): string {
  const sections = Object.entries(policyJsonSchema().properties ?? {}).map(([name, schema]) => {
    const keys = schema.properties
      ? Object.entries(schema.properties).map(([key, value]) => row(`${name}.${key}`, value))
      : [row(name, schema)];
    const heading = schema.properties ? `## ${name}\n\n${schema.description}` : `## ${name}`;
    return `${heading}\n\n${renderTable(["key", "meaning", "unit", "default", "range"], keys)}`;
  });
  return [introduction, ...sections].join("\n");
}

function row(path: string, schema: KeySchema): string[] {
  const range = schema.enum ? schema.enum.map((value) => `\`${value}\``).join(", ") : `${schema.minimum} to ${schema.maximum}`;
  return [`\`${path}\``, schema.description ?? "", schema.unit ?? "-", `\`${schema.default}\``, range];
}

/** Columns padded to their widest cell, which is how the formatter of the repository writes a table. */
function renderTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[], filler: string) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, filler)).join(" | ")} |\n`;
  return (
    line(header, " ") +
    line(
      header.map(() => ""),
      "-",
    ) +
    rows.map((cells) => line(cells, " ")).join("")
  );
}

/** Indented JSON; an array that fits stays on one line, which is how the formatter of the repository writes it. */
function renderJson(value: unknown, depth: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const indent = "  ".repeat(depth + 1);
  const close = "  ".repeat(depth);
  if (Array.isArray(value)) {
    const line = `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
    if (indent.length + line.length <= lineWidth) return line;
    return `[\n${value.map((item) => indent + renderJson(item, depth + 1)).join(",\n")}\n${close}]`;
  }
  const members = Object.entries(value).map(([key, member]) => `${indent}${JSON.stringify(key)}: ${renderJson(member, depth + 1)}`);
  return members.length === 0 ? "{}" : `{\n${members.join(",\n")}\n${close}}`;
}
