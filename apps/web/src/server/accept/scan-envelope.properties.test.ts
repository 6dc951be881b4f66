import fc from "fast-check";
import { expect, test } from "vitest";
import { scanEnvelope } from "./scan-envelope.ts";

const MAX_NESTING = 128;
const scan = (text: string) => scanEnvelope(Buffer.from(text), MAX_NESTING);
const space = fc.string({ unit: fc.constantFrom(" ", "\t", "\n", "\r"), maxLength: 3 });
const json = fc.jsonValue().map((value) => JSON.stringify(value));

test("the payload's slice is the payload's text as it was written, wherever it stands and however the envelope is spaced", () => {
  fc.assert(
    fc.property(
      json,
      fc.shuffledSubarray(["type", "payload", "idempotency_key"], { minLength: 1 }),
      fc.infiniteStream(space),
      (payload, names, spaces) => {
        const gap = () => spaces.next().value as string;
        const values: Record<string, string> = { type: '"a.b"', payload, idempotency_key: '"k"' };
        const members = names.map((name) => `${gap()}"${name}"${gap()}:${gap()}${values[name]}${gap()}`);
        const text = `${gap()}{${members.join(",")}}${gap()}`;
        const bytes = Buffer.from(text);
        const result = scanEnvelope(bytes, MAX_NESTING);
        expect(result.ok).toBe(true);
        if (!result.ok) return;
        for (const name of ["type", "payload", "idempotency_key"] as const) {
          const slice = result.slices[name];
          expect(slice && bytes.toString("utf8", slice.start, slice.end)).toBe(names.includes(name) ? values[name] : undefined);
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

test("any object of other members is refused, and the first unknown one is named", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), json, (name, value) => {
      fc.pre(!["type", "payload", "idempotency_key", "audience"].includes(name) && name.isWellFormed());
      expect(scan(`{"type":"a",${JSON.stringify(name)}:${value},"payload":1}`)).toMatchObject({
        ok: false,
        code: "unprocessable",
        field: name.slice(0, 64).toWellFormed(),
      });
    }),
  );
});

test("a text that is no JSON is refused as such, whatever JSON stands before the fault", () => {
  fc.assert(
    fc.property(json, fc.constantFrom("", ",", "}}", "]", "x", '{"a":1}', ",}"), (payload, rest) => {
      const text = `{"type":"a","payload":${payload}${rest}`;
      expect(scan(rest === "" ? text : text + rest)).toMatchObject({ ok: false, code: "invalid_json" });
    }),
  );
});

test("a member given twice is refused, also when one of the two is spelled with escapes", () => {
  expect(scan('{"type":"a","payload":1,"type":"b"}')).toMatchObject({ ok: false, code: "unprocessable", field: "type" });
  expect(scan('{"type":"a","payload":1,"p\\u0061yload":2}')).toMatchObject({ ok: false, code: "unprocessable", field: "payload" });
});

test("a member spelled with escapes is the member", () => {
  expect(scan('{"t\\u0079pe":"a"}')).toEqual({ ok: true, slices: { type: { start: 13, end: 16 } } });
});

test("duplicate members of the payload are the payload's business", () => {
  expect(scan('{"payload":{"a":1,"a":2}}')).toMatchObject({ ok: true });
});

test.each(["1", '"x"', "null", "[]", "  true "])("%s is JSON, but no envelope", (text) => {
  expect(scan(text)).toMatchObject({ ok: false, code: "unprocessable" });
});

test("the place of a fault is told by line, column and byte", () => {
  expect(scan('{"type":"a",\n "payload": [1,, 2]}')).toMatchObject({
    detail: "There is an unexpected character at line 2, column 16 (byte 28).",
  });
  expect(scan('{"type":')).toMatchObject({ detail: "The text ends too early at line 1, column 9 (byte 8)." });
});

test("a payload may be nested as deep as the limit, and the envelope around it does not count", () => {
  const nested = (depth: number) => `{"type":"a","payload":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  expect(scan(nested(128)).ok).toBe(true);
  expect(scan(nested(129))).toMatchObject({
    ok: false,
    code: "invalid_json",
    detail: expect.stringContaining("nested more than 128 deep"),
  });
});

test("a name of a quarter of a million spaces costs no more than its length", () => {
  expect(scan(`{"${" ".repeat(250_000)}":1}`)).toMatchObject({ ok: false, code: "unprocessable" });
  expect(scan(`{"${":".repeat(250_000)}x" :1}`)).toMatchObject({ ok: false, code: "unprocessable" });
});
