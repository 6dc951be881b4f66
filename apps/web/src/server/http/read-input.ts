import { isUtf8 } from "node:buffer";
import { z } from "zod";
import { findInvalidUtf8 } from "../accept/find-invalid-utf8.ts";
import { describePosition, JsonScanner } from "../accept/scan-json.ts";
import { done, type Refusal, type Result, refuse } from "../result.ts";
import type { Call } from "./route.ts";

const MAX_BODY_BYTES = 131_072;
const MAX_NESTING = 32;
const bodyRules = { maxBytes: MAX_BODY_BYTES, tooLarge: `The body of this call may have at most ${MAX_BODY_BYTES} bytes.` };

/** The body of a call as its schema reads it. What is wrong with it is told with the member to blame. */
export async function readInput<T>(call: Call, schema: z.ZodType<T>): Promise<Result<T>> {
  const bytes = await call.readBytes(bodyRules);
  if (!bytes.ok) return bytes;
  const value = parseJson(bytes.value);
  return value.ok ? check(schema, value.value, "unprocessable") : value;
}

/** The same for calls whose body may be left out: as if it were an empty object. */
export function readOptionalInput<T>(call: Call, schema: z.ZodType<T>): Promise<Result<T>> | Result<T> {
  const { "content-length": length = "0", "transfer-encoding": encoding } = call.headers;
  return encoding === undefined && length === "0" ? check(schema, {}, "unprocessable") : readInput(call, schema);
}

const noMembers = z.strictObject({});

/** For calls that take no body: why this one is refused, if its body has a member, or is none that could be read. An empty object is as good as no body. */
export async function refuseBody(call: Call): Promise<Refusal | undefined> {
  const input = await readOptionalInput(call, noMembers);
  return input.ok ? undefined : input;
}

/** The query of a call as its schema reads it. A parameter that is unknown, or given twice, is refused: it would be ignored in silence. */
export function readQuery<T>(query: URLSearchParams, schema: z.ZodType<T>): Result<T> {
  const names = [...query.keys()];
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) return refuse("invalid_parameter", `The parameter ${shown(twice)} is given twice.`, shown(twice));
  return check(schema, Object.fromEntries(query), "invalid_parameter");
}

/** For calls that take no query: why this one is refused, if it has any. */
export function refuseQuery(query: URLSearchParams): Refusal | undefined {
  return query.size === 0 ? undefined : unknownParameter([...query.keys()]);
}

function parseJson(bytes: Buffer): Result<unknown> {
  if (!isUtf8(bytes))
    return refuse("invalid_encoding", `The body is not valid UTF-8 at ${describePosition(bytes, findInvalidUtf8(bytes))}.`);
  const scanner = new JsonScanner(bytes);
  const isValue = scanner.value(MAX_NESTING);
  scanner.skipSpace();
  if (!isValue || scanner.at < bytes.length) {
    const what = scanner.tooDeep ? `Arrays and objects are nested more than ${MAX_NESTING} deep` : "The body is not valid JSON";
    return refuse("invalid_json", `${what} at ${describePosition(bytes, scanner.at)}.`);
  }
  const value: unknown = JSON.parse(bytes.toString("utf8"));
  const path = findUnstorable(value);
  return path === undefined ? done(value) : unstorable(path);
}

export const unstorable = (path: string): Refusal =>
  refuse("unprocessable", "Text may hold neither NUL nor half of a surrogate pair.", path);

/** The path of a text that PostgreSQL cannot keep as text. */
export function findUnstorable(value: unknown, path = ""): string | undefined {
  if (typeof value === "string") return isStorable(value) ? undefined : path;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const found = isStorable(name) ? findUnstorable(member, path === "" ? name : `${path}.${name}`) : path;
    if (found !== undefined) return found;
  }
  return undefined;
}

const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

function check<T>(schema: z.ZodType<T>, value: unknown, code: "unprocessable" | "invalid_parameter"): Result<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return done(parsed.data);
  const [issue] = parsed.error.issues;
  if (!issue) return refuse(code, "The input is not valid.");
  // A parameter's value may be read as a list, but it is one parameter
  const path = (code === "invalid_parameter" ? issue.path.slice(0, 1) : issue.path).map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    if (code === "invalid_parameter") return unknownParameter(issue.keys);
    const key = [path, issue.keys[0]].filter(Boolean).join(".");
    return refuse(code, `There is no member ${shown(key)} here.`, shown(key));
  }
  return refuse(code, `${path === "" ? "The input" : shown(path)} is not valid: ${issue.message}.`, path === "" ? undefined : shown(path));
}

const unknownParameter = (names: readonly string[]) =>
  refuse("invalid_parameter", `This call has no parameter ${names.map(shown).join(", ")}.`, shown(names[0] ?? ""));

/** A caller's own name for something, short enough to be said back. */
const shown = (name: string): string => name.slice(0, 64).toWellFormed();
