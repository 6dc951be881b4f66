import { isUtf8 } from "node:buffer";
import { MAX_BATCH_EVENTS, MAX_NESTING } from "@hooklane/contracts";
import { done, type Result, refuse } from "../result.ts";
import { findInvalidUtf8 } from "./find-invalid-utf8.ts";
import type { Slice } from "./scan-envelope.ts";
import { describePosition, JsonScanner } from "./scan-json.ts";

/** An item may hold a payload of the deepest nesting, and is an envelope itself. */
const ITEM_NESTING = MAX_NESTING + 1;
/** Characters of an unknown member's name that are told. */
const MAX_SHOWN = 100;
const LEFT_BRACKET = 0x5b;
const RIGHT_BRACKET = 0x5d;
const LEFT_BRACE = 0x7b;
const RIGHT_BRACE = 0x7d;
const COMMA = 0x2c;

const shape = refuse("unprocessable", 'The body must be {"events": [...]}, or the list of events alone.', "events");

/**
 * Finds the events in the body of `POST /v1/events/batch`: `{"events": […]}`, or the list alone. Each is left as it was written and judged by itself; a text that is not
 * JSON as a whole cannot be taken apart and is refused.
 */
export function readBatch(bytes: Buffer): Result<Slice[]> {
  if (!isUtf8(bytes)) {
    return refuse("invalid_encoding", `The body is not valid UTF-8 at ${describePosition(bytes, findInvalidUtf8(bytes))}.`);
  }
  const scanner = new JsonScanner(bytes);
  const items: Slice[] = [];
  scanner.skipSpace();
  const isWrapped = scanner.peek() === LEFT_BRACE;
  let isShaped = true;
  let unknown: string | undefined;
  if (isWrapped) {
    scanner.take(LEFT_BRACE);
    scanner.skipSpace();
    const start = scanner.at;
    if (scanner.peek() === RIGHT_BRACE) return endOf(scanner, bytes, RIGHT_BRACE) ? shape : syntaxFault(scanner, bytes);
    if (!scanner.name()) return syntaxFault(scanner, bytes);
    const name = nameIn(bytes, start, scanner.at);
    isShaped = name === "events";
    if (!isShaped) unknown = name;
    scanner.skipSpace();
  }
  if (scanner.peek() === LEFT_BRACKET) {
    if (!scanList(scanner, items)) return syntaxFault(scanner, bytes);
  } else {
    isShaped = false;
    if (!scanner.value(ITEM_NESTING)) return syntaxFault(scanner, bytes);
  }
  if (isWrapped) {
    scanner.skipSpace();
    while (scanner.take(COMMA)) {
      isShaped = false;
      scanner.skipSpace();
      const start = scanner.at;
      if (!scanner.name()) return syntaxFault(scanner, bytes);
      const name = nameIn(bytes, start, scanner.at);
      if (name !== "events") unknown ??= name;
      if (!scanner.value(ITEM_NESTING)) return syntaxFault(scanner, bytes);
      scanner.skipSpace();
    }
    if (!scanner.take(RIGHT_BRACE)) return syntaxFault(scanner, bytes);
  }
  scanner.skipSpace();
  if (scanner.at !== bytes.length) return syntaxFault(scanner, bytes);
  if (unknown !== undefined) return refuse("unprocessable", `There is no member ${unknown} here.`, unknown);
  if (!isShaped) return shape;
  if (items.length === 0) return refuse("unprocessable", "The batch holds no event.", "events");
  if (items.length > MAX_BATCH_EVENTS) {
    return refuse("unprocessable", `The batch holds ${items.length} events; it may hold at most ${MAX_BATCH_EVENTS}.`, "events");
  }
  return done(items);
}

/** A member's name as the scanner took it: with the colon behind it. */
const nameIn = (bytes: Buffer, start: number, end: number): string =>
  String(JSON.parse(bytes.toString("utf8", start, end).replace(/\s*:\s*$/, ""))).slice(0, MAX_SHOWN);

function scanList(scanner: JsonScanner, items: Slice[]): boolean {
  scanner.take(LEFT_BRACKET);
  scanner.skipSpace();
  if (scanner.take(RIGHT_BRACKET)) return true;
  for (;;) {
    scanner.skipSpace();
    const start = scanner.at;
    if (!scanner.value(ITEM_NESTING)) return false;
    items.push({ start, end: scanner.at });
    scanner.skipSpace();
    if (scanner.take(COMMA)) continue;
    return scanner.take(RIGHT_BRACKET);
  }
}

function endOf(scanner: JsonScanner, bytes: Buffer, close: number): boolean {
  scanner.take(close);
  scanner.skipSpace();
  return scanner.at === bytes.length;
}

function syntaxFault(scanner: JsonScanner, bytes: Buffer): Result<never> {
  const where = describePosition(bytes, scanner.at);
  if (scanner.tooDeep)
    return refuse("invalid_json", `Arrays and objects are nested more than ${MAX_NESTING} deep in a payload, at ${where}.`);
  return refuse(
    "invalid_json",
    `${scanner.at >= bytes.length ? "The text ends too early" : "There is an unexpected character"} at ${where}.`,
  );
}
