import { signInErrors } from "@hooklane/contracts";
import { expect, test } from "vitest";
import { signInRefusal } from "./sign-in-form.ts";

test("an unknown account and a wrong password are refused in the same words", () => {
  expect(signInRefusal(signInErrors.wrong)).toBe(signInRefusal("anything else"));
});

test("who is locked out for a while is told so, and not that the password is wrong", () => {
  const texts = [signInErrors.wrong, signInErrors.limited, signInErrors.unavailable].map(signInRefusal);
  expect(new Set(texts).size).toBe(3);
});
