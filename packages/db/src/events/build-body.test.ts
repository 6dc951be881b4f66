import { expect, test } from "vitest";
import { buildBody } from "./build-body.ts";

test("the body is the envelope around the payload's exact bytes, and says where they lie", () => {
  const source = Buffer.from('{"payload": {"b" : 1.10,"ü":"\\u0000"} ,"type":"a.b"}');
  const payload = { start: 12, end: source.indexOf("}") + 1 };
  const { body, dataOffset, dataLength } = buildBody("evt_1", "a.b", Date.UTC(2026, 10, 29, 12), source, payload);
  expect(body.toString()).toBe('{"id":"evt_1","type":"a.b","timestamp":"2026-11-29T12:00:00.000Z","data":{"b" : 1.10,"ü":"\\u0000"}}');
  expect(body.subarray(dataOffset, dataOffset + dataLength)).toEqual(source.subarray(payload.start, payload.end));
});
