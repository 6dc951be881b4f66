import { deepEqual, type Json } from "./json.ts";
import { readPath } from "./member-path.ts";

/** A filter that was read, ready to be evaluated. Bounded: see `filterLimits`. */
export type Filter =
  | { readonly kind: "all" | "any"; readonly of: readonly Filter[] }
  | { readonly kind: "not"; readonly of: Filter }
  | { readonly kind: "at"; readonly path: readonly string[]; readonly of: Filter }
  | { readonly kind: "equal"; readonly to: Json }
  | { readonly kind: "one_of"; readonly values: readonly Json[] }
  | { readonly kind: "exists"; readonly wanted: boolean }
  | { readonly kind: "prefix"; readonly text: string }
  | { readonly kind: "order"; readonly than: number | string; readonly below: boolean; readonly orEqual: boolean };

/** What a filter may have at most: it is evaluated for every event of its types. */
export const filterLimits = {
  /** Conditions inside conditions. */
  depth: 8,
  /** Conditions, values of `$in` and members of compared values together. */
  nodes: 200,
  /** Names on the way to one member. */
  pathNames: 16,
  /** Characters of the filter as JSON text. */
  characters: 8_192,
} as const;

export type FilterRead =
  | { readonly ok: true; readonly filter: Filter }
  /** `path` leads to the fault inside the filter, as a dotted path; empty for the filter itself. */
  | { readonly ok: false; readonly path: string; readonly problem: string };

interface Reading {
  nodes: number;
}

/** Ends a reading at the first fault. Never leaves this module. */
class Fault extends Error {
  readonly path: string;
  constructor(path: string, problem: string) {
    super(problem);
    this.path = path;
  }
}

/**
 * Reads a filter on payloads. A filter is an object whose members all have to hold. A name leads to a member of the payload: names joined by dots
 * (`zone.id`, with numbers for places in lists), or a JSON Pointer (RFC 6901) when it begins with a slash. Below it stands what that member must be: a value
 * (equal to it), conditions, or further names. Conditions: `$eq`, `$ne`, `$in`, `$gt`, `$gte`, `$lt`, `$lte`, `$prefix`, `$exists`, `$and`, `$or`, `$not`.
 */
export function readFilter(value: unknown): FilterRead {
  try {
    if (!isObject(value)) return { ok: false, path: "", problem: "a filter is an object" };
    if (sizeOf(value) > filterLimits.characters) {
      return { ok: false, path: "", problem: `a filter has at most ${filterLimits.characters} characters as JSON` };
    }
    return { ok: true, filter: readNode(value, "", 0, { nodes: 0 }) };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, path: error.path, problem: error.message };
    throw error;
  }
}

/** Characters as JSON; deeper than any filter may be counts as too many, so that text of any depth is measured safely. */
function sizeOf(value: unknown, depth = 0): number {
  if (depth > filterLimits.depth * 4) return Number.POSITIVE_INFINITY;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + sizeOf(item, depth + 1) + 1, 1);
  if (isObject(value)) {
    return Object.entries(value).reduce((sum, [name, member]) => sum + name.length + 4 + sizeOf(member, depth + 1), 1);
  }
  return typeof value === "string" ? value.length + 2 : 5;
}

function readNode(value: unknown, path: string, depth: number, reading: Reading): Filter {
  count(reading, path);
  if (!isObject(value)) return { kind: "equal", to: readValue(value, path, reading) };
  if (depth >= filterLimits.depth) throw new Fault(path, `conditions are nested at most ${filterLimits.depth} deep`);
  const entries = Object.entries(value);
  if (entries.length === 0 && depth > 0) throw new Fault(path, "an empty object says nothing; compare with {} by $eq");
  const parts = entries.map(([name, operand]) => readMember(name, operand, path === "" ? name : `${path}.${name}`, depth, reading));
  return parts.length === 1 ? (parts[0] as Filter) : { kind: "all", of: parts };
}

function readMember(name: string, operand: unknown, path: string, depth: number, reading: Reading): Filter {
  if (!name.startsWith("$")) {
    const names = readPath(name);
    if (!names) throw new Fault(path, "expected names joined by dots, or a JSON Pointer that begins with /");
    if (names.length > filterLimits.pathNames) throw new Fault(path, `a path has at most ${filterLimits.pathNames} names`);
    return { kind: "at", path: names, of: readNode(operand, path, depth + 1, reading) };
  }
  count(reading, path);
  switch (name) {
    case "$eq":
      return { kind: "equal", to: readValue(operand, path, reading) };
    case "$ne":
      return { kind: "not", of: { kind: "equal", to: readValue(operand, path, reading) } };
    case "$in":
      return { kind: "one_of", values: readList(operand, path).map((item, i) => readValue(item, `${path}.${i}`, reading)) };
    case "$exists":
      if (typeof operand !== "boolean") throw new Fault(path, "expected true or false");
      return { kind: "exists", wanted: operand };
    case "$prefix":
      if (typeof operand !== "string") throw new Fault(path, "expected a text");
      return { kind: "prefix", text: operand };
    case "$gt":
    case "$gte":
    case "$lt":
    case "$lte":
      return { kind: "order", than: readBound(operand, path), below: name.startsWith("$l"), orEqual: name.endsWith("e") };
    case "$and":
    case "$or":
      return {
        kind: name === "$and" ? "all" : "any",
        of: readList(operand, path).map((item, i) => readCondition(item, `${path}.${i}`, depth + 1, reading)),
      };
    case "$not":
      return { kind: "not", of: readCondition(operand, path, depth + 1, reading) };
    default:
      throw new Fault(path, "there is no such condition");
  }
}

/** What `$and`, `$or` and `$not` take: conditions, and not a value that a typing error turned into a comparison. */
function readCondition(value: unknown, path: string, depth: number, reading: Reading): Filter {
  if (!isObject(value)) throw new Fault(path, "expected an object of conditions");
  return readNode(value, path, depth, reading);
}

function readList(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0) throw new Fault(path, "expected a list that is not empty");
  return value;
}

function readBound(value: unknown, path: string): number | string {
  if (typeof value === "string" || (typeof value === "number" && Number.isFinite(value))) return value;
  throw new Fault(path, "expected a number or a text");
}

function readValue(value: unknown, path: string, reading: Reading): Json {
  count(reading, path);
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) readValue(item, `${path}.${i}`, reading);
    return value;
  }
  if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) readValue(member, `${path}.${name}`, reading);
    return value as { [name: string]: Json };
  }
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new Fault(path, "expected a JSON value");
}

function count(reading: Reading, path: string): void {
  reading.nodes++;
  if (reading.nodes > filterLimits.nodes) throw new Fault(path, `a filter has at most ${filterLimits.nodes} conditions and values`);
}

/**
 * Whether a payload passes a filter. Never throws, and its work is bounded by the filter's size alone. Numbers are compared as doubles and texts by their
 * UTF-16 code units; a member that is absent equals nothing and is neither above nor below anything.
 * @param payload any JSON value, as `JSON.parse` gives it
 */
export function passesFilter(filter: Filter, payload: unknown): boolean {
  return holds(filter, payload as Json | undefined);
}

function holds(filter: Filter, value: Json | undefined): boolean {
  switch (filter.kind) {
    case "all":
      return filter.of.every((part) => holds(part, value));
    case "any":
      return filter.of.some((part) => holds(part, value));
    case "not":
      return !holds(filter.of, value);
    case "at":
      return holds(filter.of, memberAt(value, filter.path));
    case "equal":
      return deepEqual(value, filter.to);
    case "one_of":
      return filter.values.some((one) => deepEqual(value, one));
    case "exists":
      return (value !== undefined) === filter.wanted;
    case "prefix":
      return typeof value === "string" && value.startsWith(filter.text);
    case "order":
      return isOrdered(value, filter);
  }
}

function isOrdered(value: Json | undefined, { than, below, orEqual }: Extract<Filter, { kind: "order" }>): boolean {
  if (typeof value !== typeof than) return false;
  const compared = value as number | string;
  return (orEqual && compared === than) || (below ? compared < than : compared > than);
}

function memberAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  let at = value;
  for (const name of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
    // A list's own properties are its places and its length, which is none of the payload's members
    if (Array.isArray(at) && name === "length") return undefined;
    at = (at as { readonly [name: string]: Json })[name];
  }
  return at;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
