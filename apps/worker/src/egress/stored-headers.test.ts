import fc from "fast-check";
import { expect, test } from "vitest";
import { headerValues, MAX_STORED_HEADER_BYTES, MAX_STORED_HEADERS, storeHeaders } from "./stored-headers.ts";

const bytes = (maxLength: number) => fc.uint8Array({ minLength: 1, maxLength }).map((array) => Buffer.from(array));

test("whatever was received, the stored headers are a bounded prefix of it, byte for byte", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(bytes(40), bytes(600)), { maxLength: 100 }), (received) => {
      const { headers, isTruncated } = storeHeaders(received.flat());
      const total = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
      expect(headers.length).toBeLessThanOrEqual(MAX_STORED_HEADERS);
      expect(total).toBeLessThanOrEqual(MAX_STORED_HEADER_BYTES);
      for (const [index, [name, value]] of headers.entries()) {
        expect(Buffer.from(name, "latin1").equals(received[index]?.[0] ?? new Uint8Array())).toBe(true);
        expect(
          Buffer.from(received[index]?.[1] ?? [])
            .toString("latin1")
            .startsWith(value),
        ).toBe(true);
      }
      const receivedBytes = received.flat().reduce((sum, part) => sum + part.length, 0);
      expect(isTruncated).toBe(total < receivedBytes);
    }),
  );
});

test("values of one header are found in any case, in order, and cut", () => {
  const raw = ["Retry-After", "1", "x-retry-after", "9", "RETRY-AFTER", "234567"].map((text) => Buffer.from(text));
  expect(headerValues(raw, "retry-after", 3)).toEqual(["1", "234"]);
});
