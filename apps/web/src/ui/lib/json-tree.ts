/** How much of a value is shown; what is beyond is counted. */
export interface JsonLimits {
  maxNodes: number;
  maxDepth: number;
  maxTextCharacters: number;
}

export const defaultJsonLimits: JsonLimits = { maxNodes: 1_500, maxDepth: 12, maxTextCharacters: 400 };

export interface JsonNode {
  /** Member name, or index in its array; null at the root. */
  key: string | null;
  kind: "object" | "array" | "string" | "number" | "boolean" | "null";
  /** The value as JSON text, for what has no members; cut at the limit. */
  text: string;
  /** Members of the value itself, shown or not. */
  size: number;
  /** Characters of a cut text that are not shown. */
  cutCharacters: number;
  children: JsonNode[];
  /** Members that are not shown because a limit was reached. */
  cutMembers: number;
}

export type JsonTree = { ok: true; root: JsonNode } | { ok: false };

/**
 * The tree of a JSON text, bounded in nodes, depth and length of texts. Numbers are shown as JavaScript reads them, so the raw text stays the
 * truth for what is larger than 2^53. @returns not ok when the text is no JSON
 */
export function readJsonTree(json: string, limits: JsonLimits = defaultJsonLimits): JsonTree {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { ok: false };
  }
  let nodesLeft = limits.maxNodes - 1;
  const build = (key: string | null, member: unknown, depth: number): JsonNode => {
    if (typeof member !== "object" || member === null) return leaf(key, member, limits.maxTextCharacters);
    const entries = Object.entries(member);
    const children: JsonNode[] = [];
    if (depth < limits.maxDepth) {
      for (const [name, child] of entries) {
        if (nodesLeft <= 0) break;
        nodesLeft--;
        children.push(build(name, child, depth + 1));
      }
    }
    return {
      key,
      kind: Array.isArray(member) ? "array" : "object",
      text: "",
      size: entries.length,
      cutCharacters: 0,
      children,
      cutMembers: entries.length - children.length,
    };
  };
  return { ok: true, root: build(null, value, 0) };
}

function leaf(key: string | null, value: unknown, maxTextCharacters: number): JsonNode {
  const full = JSON.stringify(value);
  const text = full.length > maxTextCharacters ? `${full.slice(0, maxTextCharacters)}…` : full;
  const kind = value === null ? "null" : (typeof value as "string" | "number" | "boolean");
  return { key, kind, text, size: 0, cutCharacters: Math.max(0, full.length - maxTextCharacters), children: [], cutMembers: 0 };
}
