import { publicId } from "@hooklane/contracts";
import { expect, test } from "vitest";
import { readEvent } from "./read-event.ts";

const read = (text: string | Buffer, headerKey?: string) => readEvent(Buffer.from(text as string), headerKey);

test("any JSON value is a payload", () => {
  for (const payload of ["null", "0", '""', "[]", "{}", "false", "1.10", "12345678901234567890", '"\\u0000"', '"\\ud83d"']) {
    const source = `{"type":"a","payload": ${payload} }`;
    const event = read(source);
    expect(event).toMatchObject({ ok: true });
    if (event.ok) expect(source.slice(event.value.payload.start, event.value.payload.end)).toBe(payload);
  }
});

test.each([
  ['{"payload":1}', "type"],
  ['{"type":"a"}', "payload"],
  ['{"type":1,"payload":1}', "type"],
  ['{"type":"","payload":1}', "type"],
  ['{"type":"a b","payload":1}', "type"],
  ['{"type":"a..b","payload":1}', "type"],
  ['{"type":"a\\u0000","payload":1}', "type"],
  ['{"type":"\\ud83d","payload":1}', "type"],
  [`{"type":"${"a".repeat(129)}","payload":1}`, "type"],
  ['{"type":"hooklane.delivery.dead","payload":1}', "type"],
  ['{"type":"hooklane","payload":1}', "type"],
  ['{"type":"a","payload":1,"tenant_id":"x"}', "tenant_id"],
  ['{"type":"a","payload":1,"idempotency_key":""}', "idempotency_key"],
  ['{"type":"a","payload":1,"idempotency_key":null}', "idempotency_key"],
  ['{"type":"a","payload":1,"idempotency_key":"a b"}', "idempotency_key"],
  ['{"type":"a","payload":1,"idempotency_key":"\\u0000"}', "idempotency_key"],
  [`{"type":"a","payload":1,"idempotency_key":"${"k".repeat(256)}"}`, "idempotency_key"],
])("%s is refused, naming %s", (text, field) => {
  expect(read(text)).toMatchObject({ ok: false, code: "unprocessable", field });
});

test("a type that merely begins like the platform's own is a producer's", () => {
  expect(read('{"type":"hooklanes.a","payload":1}')).toMatchObject({ ok: true });
});

test("the key may come by header, by member, or by both if they agree", () => {
  const bare = '{"type":"a","payload":1}';
  const keyed = '{"type":"a","payload":1,"idempotency_key":"k"}';
  expect(read(bare)).toMatchObject({ value: { idempotencyKey: undefined } });
  expect(read(bare, "k".repeat(255))).toMatchObject({ value: { idempotencyKey: "k".repeat(255) } });
  expect(read(keyed)).toMatchObject({ value: { idempotencyKey: "k" } });
  expect(read(keyed, "k")).toMatchObject({ value: { idempotencyKey: "k" } });
  expect(read(keyed, "other")).toMatchObject({ ok: false, code: "unprocessable", field: "idempotency_key" });
  for (const header of ["", "a b", "é", "k".repeat(256)]) expect(read(bare, header)).toMatchObject({ ok: false, field: "Idempotency-Key" });
});

test("C27: a payload of 262,144 bytes is taken, one byte more is too large, and spaces around it do not count", () => {
  const sized = (bytes: number) => `{"type":"a","payload":   "${"x".repeat(bytes - 2)}"   }`;
  expect(read(sized(262_144))).toMatchObject({ ok: true });
  expect(read(sized(262_145))).toMatchObject({ ok: false, code: "payload_too_large", detail: expect.stringContaining("262144") });
});

test("C32: bytes that are not UTF-8 are refused with their place, also inside the payload", () => {
  const text = Buffer.concat([Buffer.from('{"type":"a","payload":{"a":"'), Buffer.from([0xff]), Buffer.from('"}}')]);
  expect(read(text)).toMatchObject({ ok: false, code: "invalid_encoding", detail: expect.stringContaining("(byte 28)") });
  expect(read(Buffer.from('{"type":"a","payload":1}', "utf16le"))).toMatchObject({ ok: false, code: "invalid_json" });
});

const tenants = ["0193b1f0-7a5e-7cc1-8d2e-000000000002", "0193b1f0-7a5e-7cc1-8d2e-000000000001"];

test("an audience is everybody, or a list of tenants, each once and in a fixed order", () => {
  const addressed = (audience: unknown) => read(JSON.stringify({ type: "a", payload: 1, audience }));
  expect(addressed("all")).toMatchObject({ value: { audience: "all" } });
  const ids = [...tenants, ...tenants].map((id) => publicId("tenant", id));
  expect(addressed({ tenant_ids: ids })).toMatchObject({ value: { audience: { tenant_ids: tenants.toSorted() } } });
  const odd = [null, "none", [], {}, { tenant_ids: [] }, { tenant_ids: ["ten_x"] }, { tenant_ids: [1] }, { tenant_ids: tenants, more: 1 }];
  for (const one of [...odd, { tenant_ids: Array(1_001).fill(ids[0]) }]) {
    expect(addressed(one)).toMatchObject({ ok: false, code: "unprocessable", field: "audience" });
  }
});
