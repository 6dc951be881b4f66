import { expect, test } from "vitest";
import { readPayload } from "./read-payload.ts";

test("any JSON value is a payload, and what is none is told apart from what is missing", () => {
  expect(readPayload(' {"a": [1, null]} ')).toEqual({ ok: true, value: { a: [1, null] } });
  expect(readPayload("null")).toEqual({ ok: true, value: null });
  expect(readPayload("  ")).toEqual({ ok: false, problem: "a JSON value is missing" });
  expect(readPayload("{a: 1}")).toMatchObject({ ok: false, problem: expect.stringMatching(/^this is not JSON: /) });
});
