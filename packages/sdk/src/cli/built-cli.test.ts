import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Answer, type ReceivedRequest, waitFor } from "@hooklane/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { buildPackage } from "../../build.ts";
import { isInstalled } from "../../snippets/languages.ts";
import { findNode, startCli } from "../test-support/run-cli.ts";
import { json, type StartedApi, startApi } from "../test-support/start-api.ts";

/** Each test starts processes. */
vi.setConfig({ testTimeout: 60_000 });

const OLDEST_NODE = 20;
const oldNode = findNode(OLDEST_NODE);
const node = oldNode ?? process.execPath;
const hasScript = isInstalled("script");
const key = `hk_${"k".repeat(49)}`;

let folder: string;
let main: string;
let api: StartedApi;
let home: string;
let respond: (request: ReceivedRequest, n: number) => Answer | Promise<Answer>;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hooklane-sdk-"));
  const built = path.join(folder, "node_modules/@hooklane/sdk");
  buildPackage(built);
  main = path.join(built, "cli/main.js");
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(async () => {
  home = mkdtempSync(path.join(folder, "home-"));
  respond = () => json(200, { data: [], next_cursor: null, has_more: false });
  api = await startApi((request, n) => respond(request, n));
});
afterEach(() => api.server.stop());

const withKey = () => ({ HOME: home, HOOKLANE_URL: api.baseUrl, HOOKLANE_API_KEY: key });
const start = (words: string[], env: Record<string, string> = withKey(), input: string | Uint8Array = "") =>
  startCli([node, main, ...words], env, input);
const run = (words: string[], env?: Record<string, string>, input?: string | Uint8Array) => start(words, env, input).ended;
const configFile = () => path.join(home, ".config/hooklane/config.json");

describe("the published package", () => {
  test(`runs under Node ${OLDEST_NODE}, the oldest that it promises`, async (context) => {
    if (oldNode === undefined) context.skip(`there is no Node ${OLDEST_NODE} on this machine`);
    const script = path.join(folder, "use.mjs");
    writeFileSync(
      script,
      `import { Hooklane, verify, once, memoryStore, version } from "@hooklane/sdk";
       const hooklane = new Hooklane({ baseUrl: process.env.HOOKLANE_URL, apiKey: "hk_x" });
       for await (const _ of hooklane.subscriptions.list());
       const { outcome } = await once("k", memoryStore(), () => 1);
       console.log(process.version.split(".")[0], typeof verify, outcome, version);`,
    );
    const { out, err } = await startCli([oldNode as string, script], { HOOKLANE_URL: api.baseUrl }, "").ended;
    expect([out, err]).toEqual([`v${OLDEST_NODE} function handled 0.1.0\n`, ""]);
    expect(execFileSync(oldNode as string, [main, "--version"], { encoding: "utf8" })).toBe("0.1.0\n");
  });

  test("says the same version everywhere, and brings its types and snippets along", async () => {
    const manifest = JSON.parse(readFileSync(path.join(main, "../../package.json"), "utf8"));
    expect((await run(["--version"])).out).toBe(`${manifest.version}\n`);
    expect(JSON.parse(readFileSync(path.join(import.meta.dirname, "../../package.json"), "utf8")).version).toBe(manifest.version);
    expect(manifest).not.toHaveProperty("dependencies");
    for (const file of ["index.d.ts", "README.md", "snippets/go/verify.go", "snippets/shell/publish.sh"]) {
      expect(existsSync(path.join(main, "../..", file)), file).toBe(true);
    }
    for (const file of ["snippets/go/check.go", "snippets/verify.test.ts", "test-support"]) {
      expect(existsSync(path.join(main, "../..", file)), file).toBe(false);
    }
  });

  test("type-checks for a strict stranger, whose mistakes are found", () => {
    writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(
      path.join(folder, "use.ts"),
      `import { Hooklane, verify, type Delivery } from "@hooklane/sdk";
       const hooklane = new Hooklane({ baseUrl: "http://a.example", apiKey: "hk_x" });
       const event = verify("{}", new Headers(), ["whsec_"]);
       export const id: string = event.id;
       export async function dead(): Promise<Delivery | undefined> {
         for await (const delivery of hooklane.subscriptions.deliveries("sub_1", { state: "dead" })) return delivery;
       }
       // @ts-expect-error there is no such state
       hooklane.subscriptions.deliveries("sub_1", { state: "lost" });
       // @ts-expect-error a type is missing
       hooklane.events.publish({ payload: 1 });`,
    );
    const tsc = path.join(import.meta.dirname, "../../../../node_modules/.bin/tsc");
    const types = path.join(import.meta.dirname, "../../../../node_modules/@types");
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--types", "node", "--typeRoots", types];
    expect(() => execFileSync(tsc, [...options, "use.ts"], { cwd: folder, stdio: "pipe", encoding: "utf8" })).not.toThrow();
  });
});

describe("replay on a terminal", () => {
  const job = {
    id: "job_1",
    kind: "replay",
    selected: 12,
    queued: 12,
    dead: 0,
    pending: 0,
    cancelled: 0,
    rate_per_second: 2,
    eta_seconds: 5,
  };
  /** `script` gives the command a terminal of its own; a shell that stayed would end with a code of its own. */
  const onTerminal = () =>
    startCli(["script", "-qec", `exec ${node} ${main} replay sub_1 --since 2h`, "/dev/null"], {
      ...withKey(),
      TERM: "xterm",
      SHELL: "/bin/sh",
    });
  let state: string;
  let cancels: number;
  beforeEach(() => {
    state = "running";
    cancels = 0;
    respond = ({ path }) => {
      if (path.endsWith("/replay")) return json(202, { job_id: "job_1" });
      if (path.endsWith("/cancel")) {
        cancels += 1;
        state = "cancelled";
      }
      return json(200, state === "cancelled" ? { ...job, state, delivered: 7, cancelled: 5 } : { ...job, state, delivered: 7 });
    };
  });
  const CTRL_C = "\u0003";

  test("progress is one line that is renewed; Ctrl-C and yes cancel it, and the exit code says that not all was delivered", async (context) => {
    if (!hasScript) context.skip("there is no script(1) on this machine");
    const cli = onTerminal();
    await waitFor(() => cli.out().includes("running: 7 of 12 delivered, 2/s, about 5 s left"), { what: "progress" });
    cli.type(CTRL_C);
    await waitFor(() => cli.out().includes("Cancel the replay?"), { what: "the question" });
    cli.type("y\r");
    const { exitCode, out } = await cli.ended;
    expect([exitCode, cancels]).toEqual([3, 1]);
    expect(out).toContain("job_1 cancelled: 7 of 12 delivered, 5 cancelled");
  });

  test.for(["n\r", "\r", CTRL_C])("Ctrl-C and %j let it go on: exit code 130, and how to follow it", async (answer, context) => {
    if (!hasScript) context.skip("there is no script(1) on this machine");
    const cli = onTerminal();
    await waitFor(() => cli.out().includes("running:"), { what: "progress" });
    cli.type(CTRL_C);
    await waitFor(() => cli.out().includes("Cancel the replay?"), { what: "the question" });
    cli.type(answer);
    const { exitCode, out } = await cli.ended;
    expect([exitCode, cancels]).toEqual([130, 0]);
    expect(out).toContain("hooklane jobs follow job_1");
  });

  test("without a terminal SIGINT asks nothing: it goes on, exit code 130", async () => {
    const cli = start(["replay", "sub_1", "--since", "2h"]);
    await waitFor(() => cli.err().includes("running: 7 of 12"), { what: "progress" });
    cli.kill("SIGINT");
    const { exitCode, out, err } = await cli.ended;
    expect([exitCode, out, cancels]).toEqual([130, "", 0]);
    expect(err).toContain("hooklane jobs cancel job_1");
    expect(err).not.toContain("\u001b");
  });
});

describe("login on a terminal", () => {
  test("asks for the key and does not show it", async (context) => {
    if (!hasScript) context.skip("there is no script(1) on this machine");
    const env = { HOME: home, TERM: "xterm", SHELL: "/bin/sh" };
    const cli = startCli(["script", "-qec", `exec ${node} ${main} login --url ${api.baseUrl}`, "/dev/null"], env);
    await waitFor(() => cli.out().includes("API key: "), { what: "the question" });
    cli.type(`${key}\r`);
    const { exitCode, out } = await cli.ended;
    expect([exitCode, out.includes(key)]).toEqual([0, false]);
    expect(JSON.parse(readFileSync(configFile(), "utf8"))).toEqual({ url: api.baseUrl, api_key: key });
  });
});

test("a pipe whose reader has enough ends the command quietly", async () => {
  const page = (n: number) =>
    json(200, { data: [{ id: `sub_${n}`, state: "active", event_types: [], url: "x".repeat(60_000) }], next_cursor: "c", has_more: true });
  respond = (_, n) => page(n);
  const command = `${node} ${main} subscriptions list --json | head -c 10; exit \${PIPESTATUS[0]}`;
  const { exitCode, err } = await startCli(["bash", "-c", command], withKey(), "").ended;
  expect([exitCode, err]).toEqual([0, ""]);
});
