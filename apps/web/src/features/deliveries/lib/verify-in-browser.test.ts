import { expect, test } from "vitest";
import { verifyInBrowser } from "./verify-in-browser.ts";

const { subtle } = globalThis.crypto;
/** The example that Standard Webhooks publishes. */
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const request = {
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestamp: "1614265330",
  body: '{"test": 2432232314}',
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
};

test("the published example verifies, also as one of two signatures", async () => {
  expect(await verifyInBrowser(request, secret, subtle)).toEqual({ kind: "matches", position: 1, of: 1 });
  const rotated = { ...request, signature: `v1,AAAA v1a,ignored ${request.signature}` };
  expect(await verifyInBrowser(rotated, ` ${secret}\n`, subtle)).toEqual({ kind: "matches", position: 2, of: 2 });
});

test("another secret, body, id or time does not verify", async () => {
  expect(await verifyInBrowser(request, "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", subtle)).toEqual({ kind: "differs" });
  for (const change of [{ body: '{"test":2432232314}' }, { id: "msg_2" }, { timestamp: "1614265331" }, { signature: "" }])
    expect(await verifyInBrowser({ ...request, ...change }, secret, subtle)).toEqual({ kind: "differs" });
});

test("what is no secret, and a browser without cryptography, are said to be so", async () => {
  for (const text of ["", "secret", "whsec_", "whsec_***"]) expect((await verifyInBrowser(request, text, subtle)).kind).toBe("unusable");
  expect(await verifyInBrowser(request, secret, undefined)).toMatchObject({ kind: "unusable", why: expect.stringContaining("https") });
});
