import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { idempotencyKey } from "./idempotency-key.ts";
import { formatSecret, parseSecret } from "./secret.ts";
import { sign } from "./sign.ts";
import { verify } from "./verify.ts";

const utf8 = new TextEncoder();

function bytesOf(secret: string): Uint8Array {
  const parsed = parseSecret(secret);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.bytes;
}

const secretA = bytesOf("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");
const secretB = bytesOf("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
const message = { id: "msg_test1", timestampSeconds: 1_700_000_000 };

test.each([
  ["{}", "v1,pJE9hdOrQ1XnCat7UmR+Z2jJ7N/9fXN2IO55CQfREbk="],
  ['{"id":12345678901234567890}', "v1,1vFOhtUT99rlLaYCaJw8GUxQl2hwV+EJ6qd/GeZmp2Q="],
  ['{"a":1,"a":2}', "v1,KkPHGez1AWHR1T2EaNQGW/dB+AN7IJEHFw84HQ2Btlc="],
  ['{ "b":1, "a":2 }\n', "v1,IddkzQQ43CSLmPdBqlGYSswPqmR1OUaBGGzpG2daWdc="],
  ['{"t":"žluťoučký 🐴"}', "v1,AdG/BvkYe22SIze8gM8TTctXhPybYGzummL+uoP7R4k="],
  ['{"a":"x\\u0000y"}', "v1,eCV8tdIrJJ838MUrmn+1Kja3dXmOGwkVVINKXOneCqU="],
])("the bytes %j are signed as Standard Webhooks signs them", (body, expected) => {
  expect(sign({ ...message, body: utf8.encode(body), secrets: [secretA] })).toBe(expected);
});

test("the published example of Standard Webhooks is reproduced", () => {
  const example = {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestampSeconds: 1_614_265_330,
    body: utf8.encode('{"test": 2432232314}'),
    secrets: [secretB],
  };
  expect(sign(example)).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

test("the key is the secret's bytes, not its text", () => {
  const text = utf8.encode("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");
  const wrong = sign({ ...message, body: utf8.encode("{}"), secrets: [text] });
  expect(wrong).toBe("v1,KHB5tZIq2u60eT9pXTVqmyG5VJXuxnFIylCTgu8gXEY=");
  expect(sign({ ...message, body: utf8.encode("{}"), secrets: [secretA] })).not.toBe(wrong);
});

test("C36: each live secret signs, newest first, and a receiver with either one verifies", () => {
  const body = utf8.encode("{}");
  const header = sign({ ...message, body, secrets: [secretB, secretA] });
  expect(header.split(" ")).toHaveLength(2);
  expect(header.split(" ")[1]).toBe("v1,pJE9hdOrQ1XnCat7UmR+Z2jJ7N/9fXN2IO55CQfREbk=");
  for (const secret of [secretA, secretB]) {
    expect(verify({ ...message, body, secrets: [secret], header, nowSeconds: message.timestampSeconds })).toEqual({ ok: true });
  }
});

test("a body in slices is signed as the whole, however it is cut", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.array(fc.nat(200)), (body, cuts) => {
      const at = [0, ...cuts.map((cut) => Math.min(cut, body.length)).sort((a, b) => a - b), body.length];
      const slices = at.slice(1).map((end, index) => body.subarray(at[index], end));
      expect(sign({ ...message, body: slices, secrets: [secretA] })).toBe(sign({ ...message, body, secrets: [secretA] }));
    }),
  );
});

test("what was signed verifies; one changed bit of the body, another id, time or secret does not", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), fc.nat(), (body, bit) => {
      const signed = { ...message, body, secrets: [secretA] };
      const received = { ...signed, header: sign(signed), nowSeconds: message.timestampSeconds };
      expect(verify(received)).toEqual({ ok: true });
      const changed = Uint8Array.from(body);
      const index = bit % body.length;
      changed[index] = (changed[index] as number) ^ (1 << (bit % 8));
      const refused = { ok: false, problem: "no_matching_signature" };
      expect(verify({ ...received, body: changed })).toEqual(refused);
      expect(verify({ ...received, id: "msg_test2" })).toEqual(refused);
      expect(verify({ ...received, timestampSeconds: message.timestampSeconds + 1 })).toEqual(refused);
      expect(verify({ ...received, secrets: [secretB] })).toEqual(refused);
    }),
  );
});

test("a signature is found among others, and no malformed header verifies", () => {
  const signed = { ...message, body: utf8.encode("{}"), secrets: [secretA] };
  const header = sign(signed);
  const verified = (text: string) => verify({ ...signed, header: text, nowSeconds: message.timestampSeconds }).ok;
  expect(verified(`v1a,abc v1,AAAA ${header} v2,xyz`)).toBe(true);
  for (const text of ["", " ", "v1,", "v1", header.slice(3), header.replace("v1,", "v2,"), header.slice(0, -4)])
    expect(verified(text), text).toBe(false);
});

test("a timestamp is good for 300 seconds either way", () => {
  const signed = { ...message, body: utf8.encode("{}"), secrets: [secretA] };
  const at = (offset: number) => verify({ ...signed, header: sign(signed), nowSeconds: message.timestampSeconds + offset });
  for (const offset of [0, 299, 300, -299, -300]) expect(at(offset)).toEqual({ ok: true });
  expect(at(301)).toEqual({ ok: false, problem: "timestamp_too_old" });
  expect(at(-301)).toEqual({ ok: false, problem: "timestamp_too_new" });
  expect(at(Number.NaN).ok).toBe(false);
});

test("a secret is written and read back, 24 to 64 bytes and no others", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 24, maxLength: 64 }), (bytes) => {
      expect(Uint8Array.from(bytesOf(formatSecret(bytes)))).toEqual(bytes);
      expect(Uint8Array.from(bytesOf(formatSecret(bytes).replace(/=+$/, "")))).toEqual(bytes);
    }),
  );
  for (const length of [0, 23, 65]) {
    expect(() => formatSecret(new Uint8Array(length))).toThrow(RangeError);
    expect(parseSecret(`whsec_${Buffer.alloc(length).toString("base64")}`)).toEqual({ ok: false, problem: "wrong_length" });
  }
});

test("a secret without its prefix, or that is not standard base64, is refused", () => {
  const text = formatSecret(secretA);
  expect(parseSecret(text.slice("whsec_".length))).toEqual({ ok: false, problem: "missing_prefix" });
  for (const bad of [
    `${text} `,
    text.replace("AA", "A A"),
    text.replace("AA", "--"),
    text.replace("AA", "A\n"),
    `${text}=`,
    text.replace("8=", "9="),
  ]) {
    expect(parseSecret(bad), bad).toEqual({ ok: false, problem: "not_base64" });
  }
});

test("the idempotency key is sha256 over the two ids and depends on nothing else", () => {
  const expected = createHash("sha256").update("evt_1|sub_2").digest("hex");
  expect(idempotencyKey("evt_1", "sub_2")).toBe(expected);
  expect(idempotencyKey("evt_1", "sub_3")).not.toBe(expected);
  expect(idempotencyKey("evt_1|sub", "2")).not.toBe(idempotencyKey("evt_1", "sub|3"));
});
