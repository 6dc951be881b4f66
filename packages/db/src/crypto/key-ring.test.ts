import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { KeyRing } from "./key-ring.ts";

const key = () => randomBytes(32).toString("base64");
const ring = (text: string): KeyRing => {
  const parsed = KeyRing.parse(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.ring;
};

test("what was sealed opens under the same context and nowhere else", () => {
  const keys = ring(`1:${key()}`);
  const sealed = keys.seal(Buffer.from("secret"), "a");
  expect(keys.open(sealed, "a")?.toString()).toBe("secret");
  expect(keys.open(sealed, "b")).toBeUndefined();
  expect(ring(`1:${key()}`).open(sealed, "a")).toBeUndefined();
  sealed.sealed[sealed.sealed.length - 20] = (sealed.sealed[sealed.sealed.length - 20] as number) ^ 1;
  expect(keys.open(sealed, "a")).toBeUndefined();
});

test("the highest number seals, and older keys go on opening what they sealed", () => {
  const first = key();
  const old = ring(`1:${first}`).seal(Buffer.from("x"), "c");
  const both = ring(`2:${key()},1:${first}`);
  expect(both.seal(Buffer.from("y"), "c").keyNumber).toBe(2);
  expect(both.open(old, "c")?.toString()).toBe("x");
});

test("a malformed list of keys is named by its entry, without the key", () => {
  expect(KeyRing.parse("")).toEqual({ ok: false, problem: "entry 1 is not <number>:<base64 of 32 bytes>" });
  expect(KeyRing.parse(`1:${key()},2:short`)).toEqual({ ok: false, problem: "entry 2 is not <number>:<base64 of 32 bytes>" });
  expect(KeyRing.parse(`1:${key()},1:${key()}`)).toEqual({ ok: false, problem: "key number 1 is given twice" });
});
