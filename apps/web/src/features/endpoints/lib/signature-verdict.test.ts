import { expect, test } from "vitest";
import { signatureVerdict } from "./signature-verdict.ts";

const ended = (last_status: number | null) => ({ state: "delivered", last_status }) as const;

test("accepting a wrong signature is bad news, refusing it good news", () => {
  expect(signatureVerdict(ended(204), false)).toMatchObject({ tone: "bad", title: expect.stringContaining("does not verify") });
  expect(signatureVerdict(ended(401), false)).toMatchObject({ tone: "good" });
});

test("a refusal proves nothing where everything is refused", () => {
  expect(signatureVerdict(ended(401), true).tone).toBe("wait");
});

test("no answer, or one that is about something else, says nothing, and no verdict comes before the end", () => {
  expect(signatureVerdict({ state: "dead", last_status: null }, false).title).toContain("nothing can be said");
  expect(signatureVerdict(ended(503), false).title).toContain("says nothing");
  expect(signatureVerdict({ state: "pending", last_status: 401 }, false).tone).toBe("live");
});
