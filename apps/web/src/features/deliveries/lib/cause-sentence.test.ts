import { transportErrors } from "@hooklane/core";
import { expect, test } from "vitest";
import { causeSentence } from "./cause-sentence.ts";

test("every transport error that the core knows has a sentence of its own", () => {
  for (const cause of transportErrors) expect(causeSentence(cause, null), cause).not.toMatch(/^It failed: /);
  expect(causeSentence("constructor", null)).toBe("It failed: constructor.");
});

test("an answer is told by its status, whatever its cause is called", () => {
  expect(causeSentence("http_2xx", 204)).toContain("204");
  expect(causeSentence("http_404", 404)).toContain("refuses");
  expect(causeSentence("http_3xx", 302)).toContain("not followed");
  expect(causeSentence("http_5xx", 503)).toContain("its side");
});
