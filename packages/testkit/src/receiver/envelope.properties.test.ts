import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sliceEnvelope } from "./envelope.ts";

const timestamp = "2026-01-05T05:00:00.000Z";
const envelope = (type: string, data: Uint8Array) =>
  Buffer.concat([Buffer.from(`{"id":"evt_1","type":${JSON.stringify(type)},"timestamp":"${timestamp}","data":`), data, Buffer.from("}")]);

describe("sliceEnvelope", () => {
  it("gives back exactly the bytes that were put into data, whatever the type's name", () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), bytes, (type, data) => {
        const parts = sliceEnvelope(envelope(type, data));
        expect(parts?.id).toBe("evt_1");
        expect(Buffer.compare(parts?.data ?? Buffer.alloc(0), data)).toBe(0);
      }),
    );
  });

  it("is not misled by a payload that looks like an envelope", () => {
    const inner = envelope("inner", Buffer.from("1"));
    expect(sliceEnvelope(envelope("outer", inner))?.data.toString()).toBe(inner.toString());
  });

  it.each([
    ["a raw payload", '{"type":"Feature","data":1}'],
    ["members in another order", `{"type":"a","id":"evt_1","timestamp":"${timestamp}","data":1}`],
    ["a re-spaced envelope", `{"id": "evt_1", "type": "a", "timestamp": "${timestamp}", "data": 1}`],
    ["a member after data that is no object's end", `{"id":"evt_1","type":"a","timestamp":"${timestamp}","data":1]`],
    ["no data", `{"id":"evt_1","type":"a","timestamp":"${timestamp}","data":}`],
    ["nothing", ""],
  ])("finds no envelope in %s", (_, body) => {
    expect(sliceEnvelope(Buffer.from(body))).toBeNull();
  });
});
