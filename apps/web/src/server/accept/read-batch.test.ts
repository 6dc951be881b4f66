import fc from "fast-check";
import { expect, test } from "vitest";
import { readBatch } from "./read-batch.ts";

const space = fc.string({ unit: fc.constantFrom(" ", "\t", "\n", "\r"), maxLength: 2 });

test("every item's slice is its text as it was written, in order, with or without the object around the list", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.jsonValue().map((v) => JSON.stringify(v)),
        { minLength: 1, maxLength: 8 },
      ),
      fc.boolean(),
      fc.infiniteStream(space),
      (items, wrapped, spaces) => {
        const gap = () => spaces.next().value as string;
        const list = `${gap()}[${items.map((item) => gap() + item + gap()).join(",")}]${gap()}`;
        const bytes = Buffer.from(wrapped ? `${gap()}{${gap()}"events"${gap()}:${list}}${gap()}` : list);
        const read = readBatch(bytes);
        expect(read.ok && read.value.map(({ start, end }) => bytes.toString("utf8", start, end))).toEqual(items);
      },
    ),
  );
});

test("a text that is no JSON is refused as such, wherever the fault is", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.jsonValue().map((v) => JSON.stringify(v)),
        { minLength: 1, maxLength: 4 },
      ),
      fc.nat(),
      (items, at) => {
        const text = `{"events":[${items.join(",")}]}`;
        const bytes = Buffer.from(text);
        const cut = bytes.subarray(0, at % bytes.length);
        expect(readBatch(cut)).toMatchObject({ ok: false, code: expect.stringMatching(/^invalid_/) });
      },
    ),
  );
});

test.each([
  ['{"colour":1}', "colour"],
  ['{"events":[1],"colour" : 1}', "colour"],
  ['{"colour":[1],"events":[1]}', "colour"],
  ['{"events":[1],"events":[1]}', "events"],
  ["{}", "events"],
  ['"events"', "events"],
])("%s is refused, naming %s", (text, field) => {
  expect(readBatch(Buffer.from(text))).toMatchObject({ ok: false, code: "unprocessable", field });
});
