import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, test, vi } from "vitest";
import { signWith } from "../test-support/sign.ts";
import { secretA, secretB, vectors } from "../test-support/vectors.ts";
import { VerificationError, type VerificationProblem } from "./verification-error.ts";
import { verify, verifySignature } from "./verify.ts";

const atMs = 1_700_000_000_000;
const now = new Date(atMs);
const body = '{"id":"evt_1","type":"order.paid","timestamp":"2026-11-30T12:00:00.000Z","data":{"n":1}}';
const headersOf = (signature: string, timestamp: number | string = atMs / 1_000, id = "evt_1") => ({
  "webhook-id": id,
  "webhook-timestamp": String(timestamp),
  "webhook-signature": signature,
});
const good = headersOf(signWith(secretA, "evt_1", atMs / 1_000, body));

function problemOf(check: () => unknown): VerificationProblem | "none" {
  try {
    check();
    return "none";
  } catch (error) {
    expect(error).toBeInstanceOf(VerificationError);
    return (error as VerificationError).code;
  }
}

describe("C30: the published vectors", () => {
  afterEach(() => vi.useRealTimers());

  test.each(vectors)("$body verifies here and with the public verifier, and one changed byte does not", (vector) => {
    const { secret, id, timestamp, body, signature } = vector;
    const headers = headersOf(signature, timestamp, id);
    const options = { now: new Date(timestamp * 1_000) };
    expect(verify(body, headers, secret, options)).toEqual(JSON.parse(body));
    expect(verify(Buffer.from(body), headers, secret, options)).toEqual(JSON.parse(body));
    expect(problemOf(() => verify(`${body} `, headers, secret, options))).toBe("no_matching_signature");
    vi.useFakeTimers({ now: options.now });
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
  });
});

test("the answer is the parsed event", () => {
  expect(verify(body, good, secretA, { now }).data).toEqual({ n: 1 });
  expect(verify<{ data: { n: number } }>(body, good, [secretA], { now }).data.n).toBe(1);
});

test("C36: during a rotation the old and the new secret verify, alone and together", () => {
  const both = headersOf(`${signWith(secretB, "evt_1", atMs / 1_000, body)} ${good["webhook-signature"]}`);
  for (const secrets of [secretA, secretB, [secretB, secretA]]) expect(problemOf(() => verify(body, both, secrets, { now }))).toBe("none");
  expect(problemOf(() => verify(body, good, [secretB, secretA], { now }))).toBe("none");
  expect(problemOf(() => verify(body, good, secretB, { now }))).toBe("no_matching_signature");
});

test("headers are taken from Node, from fetch and from plain objects, in any letter case", () => {
  const kinds = [
    good,
    new Headers(good),
    Object.fromEntries(Object.entries(good).map(([name, value]) => [name.toUpperCase(), value])),
    Object.fromEntries(Object.entries(good).map(([name, value]) => [name, [value]])),
    { ...good, "set-cookie": ["a", "b"], accept: undefined },
  ];
  for (const headers of kinds) expect(problemOf(() => verify(body, headers, secretA, { now }))).toBe("none");
});

test.each(["webhook-id", "webhook-timestamp", "webhook-signature"] as const)(
  "a missing %s is told from a wrong one, by its name",
  (name) => {
    for (const value of [undefined, ""]) {
      expect(() => verify(body, { ...good, [name]: value }, secretA, { now })).toThrow(
        expect.objectContaining({ code: "missing_header", message: expect.stringContaining(name) }),
      );
    }
    const { [name]: _, ...others } = good;
    expect(problemOf(() => verify(body, new Headers(others), secretA, { now }))).toBe("missing_header");
  },
);

test.each([
  ["webhook-timestamp", "now"],
  ["webhook-timestamp", "1.7e9"],
  ["webhook-timestamp", "-1700000000"],
  ["webhook-timestamp", "9".repeat(13)],
  ["webhook-signature", "v1"],
  ["webhook-signature", good["webhook-signature"].slice(3)],
  ["webhook-id", "evt_1.1700000000"],
])("%s: %s is malformed", (name, value) => {
  expect(problemOf(() => verify(body, { ...good, [name]: value }, secretA, { now }))).toBe("malformed");
});

test("a header that is there twice is malformed: which one was signed is anybody's guess", () => {
  const headers = { ...good, "Webhook-Id": "evt_2" };
  expect(problemOf(() => verify(body, headers, secretA, { now }))).toBe("malformed");
  expect(problemOf(() => verify(body, { ...good, "webhook-id": ["evt_1", "evt_1"] }, secretA, { now }))).toBe("malformed");
});

test("the window is five minutes either way, unless it is told otherwise", () => {
  const at = (offsetSeconds: number, toleranceSeconds?: number) =>
    problemOf(() =>
      verify(body, good, secretA, {
        now: new Date(atMs + offsetSeconds * 1_000),
        ...(toleranceSeconds !== undefined && { toleranceSeconds }),
      }),
    );
  expect([-301, -300, 0, 300, 301].map((offset) => at(offset))).toEqual(["too_new", "none", "none", "none", "too_old"]);
  expect([-11, -10, 10, 11].map((offset) => at(offset, 10))).toEqual(["too_new", "none", "none", "too_old"]);
  expect(at(86_400, 86_400)).toBe("none");
  expect(problemOf(() => verify(body, good, secretA, { now: new Date(Number.NaN) }))).toBe("too_new");
});

test("other versions of signatures are skipped, and nothing malformed matches", () => {
  const [, signature = ""] = good["webhook-signature"].split("v1,");
  for (const text of [`v1a,${signature} v1,AAAA v2,x`, `v2,${signature}`, `v1,${signature.slice(0, -4)}`]) {
    expect(
      problemOf(() => verify(body, headersOf(text), secretA, { now })),
      text,
    ).toBe("no_matching_signature");
  }
  expect(problemOf(() => verify(body, headersOf(`v1a,abc v1,AAAA v1,${signature}`), secretA, { now }))).toBe("none");
});

test("a body of any bytes is checked as bytes; verify says when genuine bytes are no JSON", () => {
  const bytes = Buffer.from([0x7b, 0x00, 0xff, 0xfe, 0x7d]);
  const headers = headersOf(signWith(secretA, "evt_1", atMs / 1_000, bytes));
  expect(problemOf(() => verifySignature(bytes, headers, secretA, { now }))).toBe("none");
  expect(problemOf(() => verify(bytes, headers, secretA, { now }))).toBe("malformed");
  expect(problemOf(() => verifySignature(Buffer.from([0x7b, 0x00, 0xff, 0xff, 0x7d]), headers, secretA, { now }))).toBe(
    "no_matching_signature",
  );
});

test("a wrong setting of the receiver is not taken for a forged request, and no message repeats a secret", () => {
  const wrongs: unknown[] = [undefined, "", [], [undefined], "whsec_", "whsec_not base64!", `${secretA}\n`];
  for (const wrong of wrongs) {
    expect(() => verify(body, good, wrong as string, { now })).toThrow(TypeError);
    expect(() => verify(body, good, wrong as string, { now })).not.toThrow(/not base64!|AAEC/);
  }
  expect(() => verify(JSON.parse(body), good, secretA, { now })).toThrow(TypeError);
});

test("a secret is taken without its prefix, and without padding, too", () => {
  for (const secret of [secretA.slice("whsec_".length), secretA.replace(/=$/, "")]) {
    expect(problemOf(() => verify(body, good, secret, { now }))).toBe("none");
  }
});
