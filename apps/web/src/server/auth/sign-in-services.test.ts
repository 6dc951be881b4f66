import { expect, test } from "vitest";
import { readSignInServices } from "./sign-in-services.ts";

test("a service is there when its id and its secret are, and half a pair is named", () => {
  expect(readSignInServices({})).toEqual({ ok: true, services: [] });
  expect(readSignInServices({ HOOKLANE_GOOGLE_CLIENT_ID: "a", HOOKLANE_GOOGLE_CLIENT_SECRET: "b" })).toMatchObject({
    ok: true,
    services: [{ id: "google", url: "https://accounts.google.com" }],
  });
  expect(readSignInServices({ HOOKLANE_GITHUB_CLIENT_ID: "a", HOOKLANE_GOOGLE_CLIENT_SECRET: "canary" })).toEqual({
    ok: false,
    problems: [expect.stringMatching(/^HOOKLANE_GITHUB_/), expect.stringMatching(/^HOOKLANE_GOOGLE_.*(?!canary)$/)],
  });
  expect(
    readSignInServices({ HOOKLANE_GITHUB_CLIENT_ID: "a", HOOKLANE_GITHUB_CLIENT_SECRET: "b", HOOKLANE_GITHUB_URL: "javascript:alert(1)" }),
  ).toMatchObject({ ok: false });
});
