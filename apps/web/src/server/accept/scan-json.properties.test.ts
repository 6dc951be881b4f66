import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonScanner } from "./scan-json.ts";

const MAX_NESTING = 128;

/** Whether the scanner takes the whole text as one JSON value. */
function scans(text: string): boolean {
  const bytes = Buffer.from(text);
  const scanner = new JsonScanner(bytes);
  if (!scanner.value(MAX_NESTING)) return false;
  scanner.skipSpace();
  return scanner.at === bytes.length;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Valid texts of every shape, with spaces where they are allowed. */
const validText = fc
  .tuple(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1, "\t", " \r\n"))
  .map(([value, space]) =>
    space === " \r\n" ? JSON.stringify(value, null, 1).replaceAll("\n", " \r\n\t") : JSON.stringify(value, null, space),
  );

const fragment = fc.constantFrom(
  ...'{}[]",:0123456789.eE+-truefalsn\\/bu \t\n\r\0\x1f\x7f',
  "\\u",
  "\\u00",
  "\\ud83d",
  "\\\\",
  '\\"',
  "é",
  "\u2028",
  "\ufeff",
  "😀",
  "null",
  "NaN",
  "0x1",
  "01",
  "1.",
  ".5",
  "1e",
  "-",
  "'",
  "//",
);

/** A valid text that was edited: most of them are not valid any more, and close to being so. */
const editedText = fc
  .tuple(validText, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.array(fragment, { maxLength: 2 })), { minLength: 1, maxLength: 3 }))
  .map(([text, edits]) =>
    edits.reduce((edited, [place, removed, inserted]) => {
      const at = place % (edited.length + 1);
      return (edited.slice(0, at) + inserted.join("") + edited.slice(at + removed)).toWellFormed();
    }, text),
  );

test("every text that JSON.parse takes is taken", () => {
  fc.assert(
    fc.property(validText, (text) => {
      expect(scans(text)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test("an edited text is taken exactly if JSON.parse takes it", () => {
  let valid = 0;
  fc.assert(
    fc.property(editedText, (text) => {
      const expected = parses(text);
      if (expected) valid++;
      expect(scans(text)).toBe(expected);
    }),
    { numRuns: 20_000 },
  );
  expect(valid).toBeGreaterThan(200); // both sides of the comparison were tried
});

test("a heap of JSON's own characters is taken exactly if JSON.parse takes it", () => {
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 8 }), (parts) => {
      const text = parts.join("").toWellFormed();
      expect(scans(text)).toBe(parses(text));
    }),
    { numRuns: 20_000 },
  );
});

test.each([
  "",
  " ",
  "1 2",
  "[1,]",
  '{"a":1,}',
  "{,}",
  "[,1]",
  '{"a"}',
  '{"a":}',
  "{1:2}",
  "tru",
  "nulll",
  '"\n"',
  '"\\x"',
  '"\\u12g4"',
  "+1",
  "--1",
  "1e+",
  "\ufeff1",
  "\u00a01",
  "[1}",
  '{"a":1]',
  "]",
  "[",
  '"',
])("%j is refused, as JSON.parse refuses it", (text) => {
  expect(parses(text)).toBe(false);
  expect(scans(text)).toBe(false);
});

test("nesting is taken up to the limit and refused beyond it, whichever container is used", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.infiniteStream(fc.boolean()), (depth, stream) => {
      const kinds = [...stream.take(depth)];
      const open = kinds.map((isObject) => (isObject ? '{"a":' : "[")).join("");
      const close = kinds.map((isObject) => (isObject ? "}" : "]")).reverse();
      expect(scans(`${open}1${close.join("")}`)).toBe(depth <= MAX_NESTING);
    }),
  );
});

test("C34: a hundred thousand open brackets are refused at the limit, without recursion", () => {
  for (const text of ["[".repeat(100_000), '{"a":'.repeat(30_000)]) {
    const scanner = new JsonScanner(Buffer.from(text));
    expect(scanner.value(MAX_NESTING)).toBe(false);
    expect(scanner.tooDeep).toBe(true);
  }
});
