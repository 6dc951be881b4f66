import { deadReasons, waitingReasons } from "@hooklane/core";
import { expect, test } from "vitest";
import { deadText, waitedText, waitingText } from "./reason-sentences.ts";

test("every reason that the core can give has a sentence of its own", () => {
  for (const reason of waitingReasons) expect(waitingText(reason).sentence, reason).not.toMatch(/^Reason: /);
  for (const reason of deadReasons) expect(deadText(reason).sentence, reason).not.toMatch(/^Reason: /);
});

test("every reason that a wait was told with has words for when it is over", () => {
  for (const reason of waitingReasons.filter((one) => one !== "due_now")) expect(waitingText(reason).past, reason).toBeDefined();
});

test("a reason that is not known is shown as it is, also one named like a member of every object", () => {
  expect(waitingText("constructor").sentence).toBe("Reason: constructor.");
  expect(waitedText({ reason: "valueOf", times: 1, limit: 3 })).toBe("It waited: reason valueOf.");
  expect(deadText("toString").sentence).toBe("Reason: toString.");
});
