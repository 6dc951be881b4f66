import fc from "fast-check";
import { expect, test } from "vitest";
import { eventBody } from "./event-body.ts";

const type = "a.b";

test("raw bytes of JSON go in as they are, however they are spaced and spelled", () => {
  const raw = ' { "b":1.0,\n "a" : "ü\\u0000", "a": 12345678901234567890 }\n';
  const expected = `{"type":"a.b","idempotency_key":"k","payload":${raw}}`;
  expect(eventBody({ type, raw_payload: raw, idempotency_key: "k" })).toBe(expected);
  expect(eventBody({ type, raw_payload: Buffer.from(raw), idempotency_key: "k" })).toBe(expected);
});

test("any JSON value is a payload", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (payload) => {
      const json = JSON.stringify(payload);
      expect(JSON.parse(eventBody({ type, payload }))).toEqual({ type, payload: JSON.parse(json) });
      expect(eventBody({ type, raw_payload: json })).toBe(eventBody({ type, payload }));
    }),
  );
});

test("a payload that is missing, given twice or nothing that JSON can say is refused before anything is sent", () => {
  for (const event of [{}, { payload: 1, raw_payload: "1" }, { payload: () => 1 }, { payload: Symbol("x") }, { payload: 1n }]) {
    expect(() => eventBody({ type, ...event })).toThrow(TypeError);
  }
});

test("raw bytes that are not one JSON value are refused: they could end the value and add members of their own", () => {
  const bad = ['1,"audience":"all"', "{} {}", "", "NaN", "{", '1}{"type":"x"', "\ufeff1"];
  for (const raw_payload of bad) expect(() => eventBody({ type, raw_payload }), raw_payload).toThrow(/not one JSON value/);
  expect(() => eventBody({ type, raw_payload: Buffer.from('{"a":"\xff"}', "latin1") })).toThrow(/not valid UTF-8/);
  expect(() => eventBody({ type, raw_payload: '"\ud83d"' })).toThrow(/surrogate/);
  expect(eventBody({ type, raw_payload: '"\\ud83d"' })).toContain('"\\ud83d"');
});

test("an audience of a platform key is part of the envelope", () => {
  expect(JSON.parse(eventBody({ type, payload: null, audience: { tenant_ids: ["ten_1"] } }))).toEqual({
    type,
    payload: null,
    audience: { tenant_ids: ["ten_1"] },
  });
});
