import { describePosition, JsonScanner } from "./scan-json.ts";

/** A value's exact bytes: from its first to behind its last. */
export interface Slice {
  start: number;
  end: number;
}

/** The members of an event's envelope. */
const members = ["type", "payload", "idempotency_key", "audience"] as const;
type Member = (typeof members)[number];
export type EnvelopeSlices = Partial<Record<Member, Slice>>;

export type EnvelopeScan =
  | { ok: true; slices: EnvelopeSlices }
  | { ok: false; code: "invalid_json"; detail: string }
  | { ok: false; code: "unprocessable"; detail: string; field?: string };

const memberBytes = members.map((name) => Buffer.from(`"${name}"`));
const LONGEST_SHOWN_NAME = 64;

/**
 * Finds the members of an envelope in the text of a request, and where each value lies: the payload is never parsed, so its bytes stay what they
 * were. The whole text is checked first: an invalid text is refused as such, whatever else is wrong with it.
 * @param bytes valid UTF-8
 * @param maxNesting of a member's value; the envelope itself does not count
 */
export function scanEnvelope(bytes: Buffer, maxNesting: number): EnvelopeScan {
  const scanner = new JsonScanner(bytes);
  scanner.skipSpace();
  if (scanner.peek() !== 0x7b)
    return scanner.value(maxNesting) && atEnd(scanner, bytes) ? notAnObject : syntaxFault(scanner, bytes, maxNesting);
  scanner.take(0x7b);
  scanner.skipSpace();

  const slices: EnvelopeSlices = {};
  let wrong: EnvelopeScan | undefined;
  if (!scanner.take(0x7d)) {
    for (;;) {
      scanner.skipSpace();
      const nameStart = scanner.at;
      if (!scanner.name()) return syntaxFault(scanner, bytes, maxNesting);
      const nameEnd = scanner.at;
      scanner.skipSpace();
      const start = scanner.at;
      if (!scanner.value(maxNesting)) return syntaxFault(scanner, bytes, maxNesting);
      const member = readName(bytes, nameStart, nameEnd);
      if (typeof member === "object") wrong ??= unknownMember(member.unknown);
      else if (slices[member])
        wrong ??= { ok: false, code: "unprocessable", detail: `The member "${member}" is given twice.`, field: member };
      else slices[member] = { start, end: scanner.at };
      scanner.skipSpace();
      if (scanner.take(0x2c)) continue;
      if (scanner.take(0x7d)) break;
      return syntaxFault(scanner, bytes, maxNesting);
    }
  }
  if (!atEnd(scanner, bytes)) return syntaxFault(scanner, bytes, maxNesting);
  return wrong ?? { ok: true, slices };
}

/** The member whose name was scanned: compared as bytes, and decoded only where it may be spelled with escapes. */
function readName(bytes: Buffer, start: number, end: number): Member | { unknown: string } {
  for (let i = 0; i < members.length; i++) {
    const spelled = memberBytes[i] as Buffer;
    if (bytes.compare(spelled, 0, spelled.length, start, Math.min(end, start + spelled.length)) === 0) return members[i] as Member;
  }
  const closingQuote = bytes.lastIndexOf(0x22, end - 1);
  const name = JSON.parse(bytes.toString("utf8", start, closingQuote + 1)) as string;
  return members.find((member) => member === name) ?? { unknown: name };
}

function unknownMember(name: string): EnvelopeScan {
  const shown = name.slice(0, LONGEST_SHOWN_NAME).toWellFormed();
  return { ok: false, code: "unprocessable", detail: `An event has no member "${shown}"; it has ${members.join(", ")}.`, field: shown };
}

const notAnObject: EnvelopeScan = {
  ok: false,
  code: "unprocessable",
  detail: "The body must be a JSON object with the members type and payload.",
};

function atEnd(scanner: JsonScanner, bytes: Buffer): boolean {
  scanner.skipSpace();
  return scanner.at === bytes.length;
}

function syntaxFault(scanner: JsonScanner, bytes: Buffer, maxNesting: number): EnvelopeScan {
  const where = describePosition(bytes, scanner.at);
  if (scanner.tooDeep)
    return { ok: false, code: "invalid_json", detail: `Arrays and objects are nested more than ${maxNesting} deep at ${where}.` };
  const what = scanner.at >= bytes.length ? "The text ends too early" : "There is an unexpected character";
  return { ok: false, code: "invalid_json", detail: `${what} at ${where}.` };
}
