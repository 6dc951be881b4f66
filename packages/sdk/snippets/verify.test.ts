import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signWith } from "../src/test-support/sign.ts";
import { secretA, secretB } from "../src/test-support/vectors.ts";
import { verifySignature } from "../src/verify/verify.ts";
import { copyFolder, languages, missingPrograms } from "./languages.ts";

/** One request and who is asked about it. */
interface Case {
  readonly secrets: readonly string[];
  readonly body: Buffer;
  readonly signature: string;
  readonly timestamp: string;
  readonly id: string;
}

const id = "evt_01jd4n6v5e7c3k9q2w8r0t4y6z";
const ordinary = Buffer.from('{"id":"evt_1","type":"order.paid","data":{"n":1}}');

/** A request signed now, `offsetSeconds` from this moment, with these secrets. */
function signed(body: Buffer, signers: readonly string[], secrets: readonly string[], offsetSeconds = 0): Case {
  const timestamp = Math.floor(Date.now() / 1_000) + offsetSeconds;
  return {
    secrets,
    body,
    id,
    timestamp: String(timestamp),
    signature: signers.map((secret) => signWith(secret, id, timestamp, body)).join(" "),
  };
}

const good = () => signed(ordinary, [secretA], [secretA]);
const bytes = (...values: number[]) => Buffer.from([...Buffer.from('{"a":"'), ...values, ...Buffer.from('"}')]);

const genuine: Record<string, () => Case> = {
  "a good signature": good,
  "a body with an emoji": () => signed(Buffer.from('{"t":"žluťoučký 🐴"}'), [secretB], [secretB]),
  "a body of odd spacing, a key twice and an escaped NUL": () =>
    signed(Buffer.from('{ "b":1.0,\t"a" : "x\\u0000y", "a":2 }\n'), [secretA], [secretA]),
  "an empty body": () => signed(Buffer.alloc(0), [secretA], [secretA]),
  "a body with NUL": () => signed(bytes(0, 0x41, 0), [secretA], [secretA]),
  "a body that is not UTF-8": () => signed(bytes(0xff, 0xfe, 0xc0), [secretA], [secretA]),
  "a body with line breaks at its end": () => signed(Buffer.from("{}\n\r\n\n"), [secretA], [secretA]),
  "a rotation, for a receiver with the old secret": () => signed(ordinary, [secretB, secretA], [secretA]),
  "a rotation, for a receiver with the new secret": () => signed(ordinary, [secretB, secretA], [secretB]),
  "a receiver with both secrets, before the rotation": () => signed(ordinary, [secretA], [secretB, secretA]),
  "a signature of another version beside it": () => ({ ...good(), signature: `v1a,AAAA ${good().signature}` }),
  "a timestamp just inside of five minutes": () => signed(ordinary, [secretA], [secretA], -290),
  "a timestamp of a clock that is ahead": () => signed(ordinary, [secretA], [secretA], 290),
};

const forged: Record<string, () => Case> = {
  "an altered body": () => ({ ...good(), body: Buffer.from(ordinary.toString().replace("1}", "2}")) }),
  "a body that was cut at a NUL": () => ({ ...signed(bytes(0, 0x41), [secretA], [secretA]), body: bytes(0) }),
  "bytes that are the same only as replacement characters": () => ({ ...signed(bytes(0xff), [secretA], [secretA]), body: bytes(0xfe) }),
  "another secret": () => signed(ordinary, [secretB], [secretA]),
  "another id": () => ({ ...good(), id: "evt_2" }),
  "another timestamp": () => ({ ...good(), timestamp: String(Number(good().timestamp) - 1) }),
  "a stale timestamp": () => signed(ordinary, [secretA], [secretA], -310),
  "a timestamp of the future": () => signed(ordinary, [secretA], [secretA], 310),
  "a timestamp that is no number": () => ({ ...good(), timestamp: "now" }),
  "no id": () => ({ ...good(), id: "" }),
  "no timestamp": () => ({ ...good(), timestamp: "" }),
  "no signature": () => ({ ...good(), signature: "" }),
  "a signature that was cut short": () => ({ ...good(), signature: good().signature.slice(0, -5) }),
  "a signature of another version": () => ({ ...good(), signature: good().signature.replace("v1,", "v2,") }),
  "a signature without a version": () => ({ ...good(), signature: good().signature.slice("v1,".length) }),
};

/** A receiver that was set up without its secret must not take what was signed with nothing. */
const withoutSecret = (): Case => signed(ordinary, ["whsec_"], [""]);

interface Outcome {
  readonly said: string;
  readonly exitCode: number | null;
}

function runCheck([program, ...args]: readonly [string, ...string[]], { secrets, body, signature, timestamp, id }: Case): Promise<Outcome> {
  const env = { WEBHOOK_SECRETS: secrets.join(","), WEBHOOK_ID: id, WEBHOOK_TIMESTAMP: timestamp, WEBHOOK_SIGNATURE: signature };
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "ignore"] });
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
    });
    child.stdin.on("error", () => {}); // a check may end without reading
    child.once("error", reject);
    child.once("close", (exitCode) => resolve({ said: said.trim(), exitCode }));
    child.stdin.end(body);
  });
}

describe.each(languages)("$name", (language) => {
  const missing = missingPrograms(language);
  const why = `not on this machine: ${missing.join(", ")}`;
  const dir = mkdtempSync(path.join(tmpdir(), "hooklane-snippet-"));
  let command: readonly [string, ...string[]];

  beforeAll(async () => {
    if (missing.length > 0) return;
    copyFolder(language, dir);
    command = await language.prepare(dir);
  }, 120_000);
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test.for(Object.keys(genuine))("takes %s", { timeout: 30_000 }, async (name, context) => {
    if (missing.length > 0) context.skip(why);
    expect(await runCheck(command, genuine[name]?.() as Case)).toEqual({ said: "genuine", exitCode: 0 });
  });

  test.for(Object.keys(forged))("refuses %s", { timeout: 30_000 }, async (name, context) => {
    if (missing.length > 0) context.skip(why);
    expect(await runCheck(command, forged[name]?.() as Case)).toEqual({ said: "refused", exitCode: 1 });
  });

  test("takes nothing where its secret is missing", { timeout: 30_000 }, async (context) => {
    if (missing.length > 0) context.skip(why);
    const { said, exitCode } = await runCheck(command, withoutSecret());
    expect(said.split("\n")).not.toContain("genuine");
    expect(exitCode).not.toBe(0);
  });
});

const headersOf = ({ id, timestamp, signature }: Case) => ({
  "webhook-id": id,
  "webhook-timestamp": timestamp,
  "webhook-signature": signature,
});
/** The public verifier reads bodies as text, so bytes that are not UTF-8 are beyond it. */
const isText = ({ body }: Case) => Buffer.compare(Buffer.from(body.toString()), body) === 0;

test.each(Object.entries(genuine))("the SDK and the public verifier take %s, too", (_name, make) => {
  const request = make();
  expect(() => verifySignature(request.body, headersOf(request), request.secrets)).not.toThrow();
  if (!isText(request)) return;
  const isTaken = request.secrets.some((secret) => {
    try {
      new Webhook(secret).verify(request.body, headersOf(request), { jsonParse: false });
      return true;
    } catch {
      return false;
    }
  });
  expect(isTaken).toBe(true);
});

test.each(Object.entries(forged))("the SDK and the public verifier refuse %s, too", (_name, make) => {
  const request = make();
  expect(() => verifySignature(request.body, headersOf(request), request.secrets)).toThrow();
  if (!isText(request)) return;
  for (const secret of request.secrets) {
    expect(() => new Webhook(secret).verify(request.body, headersOf(request), { jsonParse: false })).toThrow();
  }
});

test("every folder of snippets is one of the languages that are tested", () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(languages.map(({ folder }) => folder).sort());
});
