import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkSecrets } from "./check-secrets.ts";
import { loadOrCreateSecrets } from "./secrets.ts";

let folder: string;
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), "hooklane-secrets-")), "data");
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

test("secrets are made once, readable by their owner alone", () => {
  const first = loadOrCreateSecrets(folder);
  expect(loadOrCreateSecrets(folder)).toEqual(first);
  expect(modeOf(folder)).toBe("700");
  expect(modeOf(path.join(folder, "secrets.json"))).toBe("600");
  expect(loadOrCreateSecrets(`${folder}-other`)).not.toEqual(first);
});

test("a folder and a file that others may read are closed to them", () => {
  loadOrCreateSecrets(folder);
  chmodSync(folder, 0o755);
  chmodSync(path.join(folder, "secrets.json"), 0o644);
  loadOrCreateSecrets(folder);
  expect([modeOf(folder), modeOf(path.join(folder, "secrets.json"))]).toEqual(["700", "600"]);
});

test("what is generated passes the check that an operator's own secrets have to pass", () => {
  const { authSecret, secretKeys } = loadOrCreateSecrets(folder);
  expect(checkSecrets({ AUTH_SECRET: authSecret, HOOKLANE_SECRET_KEYS: secretKeys })).toEqual([]);
});

test("a damaged file is refused and stays as it is", () => {
  loadOrCreateSecrets(folder);
  const file = path.join(folder, "secrets.json");
  writeFileSync(file, '{"authSecret":"x"');
  expect(() => loadOrCreateSecrets(folder)).toThrow(/damaged/);
  expect(readFileSync(file, "utf8")).toBe('{"authSecret":"x"');
});

test("processes that make them at once end with the same secrets", async () => {
  const source = `import { loadOrCreateSecrets } from ${JSON.stringify(`${import.meta.dirname}/secrets.ts`)};
    console.log(JSON.stringify(loadOrCreateSecrets(${JSON.stringify(folder)})));`;
  const run = () => promisify(execFile)(process.execPath, ["--input-type=module", "--eval", source]);
  const outputs = await Promise.all(Array.from({ length: 4 }, run));
  expect(new Set(outputs.map((o) => o.stdout)).size).toBe(1);
});

const good = {
  AUTH_SECRET: "Zm9yIHRlc3RzIG9ubHksIG5vdCBzZWNyZXQgYXQgYWxs",
  HOOKLANE_SECRET_KEYS: "1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
};

test("an operator's missing secrets are all named", () => {
  expect(checkSecrets({}).map((p) => p.split(" ").slice(0, 3).join(" "))).toEqual([
    "AUTH_SECRET is missing:",
    "HOOKLANE_SECRET_KEYS is missing:",
  ]);
  expect(checkSecrets(good)).toEqual([]);
});

test.each([
  ["AUTH_SECRET", "changeme"],
  ["AUTH_SECRET", "ChangeMe"],
  ["AUTH_SECRET", "tooshort-but-various"],
  ["AUTH_SECRET", "0".repeat(64)],
  ["HOOKLANE_SECRET_KEYS", "changeme"],
  ["HOOKLANE_SECRET_KEYS", `1:${Buffer.alloc(32).toString("base64")}`],
  ["HOOKLANE_SECRET_KEYS", `1:${Buffer.alloc(16, "abcdefghijklmnop").toString("base64")}`],
  ["HOOKLANE_SECRET_KEYS", good.HOOKLANE_SECRET_KEYS.slice(2)],
  ["HOOKLANE_SECRET_KEYS", `0:${good.HOOKLANE_SECRET_KEYS.slice(2)}`],
  ["HOOKLANE_SECRET_KEYS", `${good.HOOKLANE_SECRET_KEYS},${good.HOOKLANE_SECRET_KEYS}`],
  ["HOOKLANE_SECRET_KEYS", `${good.HOOKLANE_SECRET_KEYS},`],
])("%s with a default or malformed value is refused by name, without its value", (name, value) => {
  const problems = checkSecrets({ ...good, [name]: value });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^${name}[ :]`));
  expect(problems[0]).not.toContain(value);
});

test("several key versions are allowed", () => {
  const second = `2:${Buffer.from(Array.from({ length: 32 }, (_, i) => 255 - i)).toString("base64")}`;
  expect(checkSecrets({ ...good, HOOKLANE_SECRET_KEYS: `${good.HOOKLANE_SECRET_KEYS},${second}` })).toEqual([]);
});
