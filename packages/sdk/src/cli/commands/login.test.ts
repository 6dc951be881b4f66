import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Answer, ReceivedRequest } from "@hooklane/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runInProcess } from "../../test-support/run-in-process.ts";
import { json, problem, type StartedApi, startApi } from "../../test-support/start-api.ts";

let api: StartedApi;
let home: string;
let respond: (request: ReceivedRequest) => Answer;
beforeEach(async () => {
  home = mkdtempSync(path.join(tmpdir(), "hooklane-cli-"));
  respond = () => json(200, { data: [], next_cursor: null, has_more: false });
  api = await startApi((request) => respond(request));
});
afterEach(async () => {
  await api.server.stop();
  rmSync(home, { recursive: true });
});

const key = `hk_${"k".repeat(49)}`;
const env = () => ({ HOME: home });
const run = (words: string[], variables: Record<string, string>, input?: string) => runInProcess(words, variables, input);
const configFile = () => path.join(home, ".config/hooklane/config.json");

test("keeps the key that it tried in a file that only its owner can read, and other commands use it", async () => {
  const { exitCode, out } = await run(["login", "--url", api.baseUrl], env(), `${key}\n`);
  expect([exitCode, out]).toEqual([0, `The key is kept in ${configFile()}.\n`]);
  expect(statSync(configFile()).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(configFile())).mode & 0o777).toBe(0o700);
  await run(["subscriptions", "list"], env());
  expect(api.requests().map(({ headers }) => headers.authorization)).toEqual([`Bearer ${key}`, `Bearer ${key}`]);
  expect((await run(["logout"], env())).exitCode).toBe(0);
  expect(existsSync(configFile())).toBe(false);
  expect(await run(["subscriptions", "list"], env())).toMatchObject({ exitCode: 1, err: expect.stringContaining("hooklane login") });
});

test("replaces a file that others could read, and any command warns of one", async () => {
  mkdirSync(path.dirname(configFile()), { recursive: true });
  writeFileSync(configFile(), JSON.stringify({ url: api.baseUrl, api_key: key }));
  chmodSync(configFile(), 0o644);
  expect((await run(["subscriptions", "list"], env())).err).toContain("chmod 600");
  await run(["login", "--url", api.baseUrl], env(), key);
  expect(statSync(configFile()).mode & 0o777).toBe(0o600);
});

test("takes the folder that XDG names", async () => {
  const folder = path.join(home, "xdg");
  await run(["login", "--url", api.baseUrl], { ...env(), XDG_CONFIG_HOME: folder }, key);
  expect(existsSync(path.join(folder, "hooklane/config.json"))).toBe(true);
});

test("keeps nothing when the key is refused, missing or damaged, and never shows it", async () => {
  respond = () => problem(401, "unauthorized");
  const refused = await run(["login", "--url", api.baseUrl], env(), key);
  expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining("401 unauthorized") });
  expect(await run(["login", "--url", api.baseUrl], env(), "\n")).toMatchObject({ exitCode: 1 });
  expect(await run(["login", "--url", api.baseUrl], env(), "two words")).toMatchObject({ exitCode: 1 });
  expect(await run(["login"], env(), key)).toMatchObject({ exitCode: 2, err: expect.stringContaining("--url") });
  expect(`${refused.out}${refused.err}`).not.toContain(key);
  expect(existsSync(configFile())).toBe(false);
});

test("a key without the scope of the trial is a good key", async () => {
  respond = () => problem(403, "forbidden");
  expect((await run(["login", "--url", api.baseUrl], env(), key)).exitCode).toBe(0);
});

test("a stored key is sent to no other address than its own; a key of the environment wins", async () => {
  await run(["login", "--url", api.baseUrl], env(), key);
  const elsewhere = await run(["subscriptions", "list"], { ...env(), HOOKLANE_URL: "http://127.0.0.1:9" });
  expect(elsewhere).toMatchObject({ exitCode: 1, err: expect.stringContaining("is not sent to http://127.0.0.1:9") });
  await run(["subscriptions", "list"], { ...env(), HOOKLANE_API_KEY: "hk_other" });
  expect(api.requests().at(-1)?.headers.authorization).toBe("Bearer hk_other");
});
