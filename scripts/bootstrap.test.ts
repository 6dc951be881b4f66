import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

/**
 * A small repository with the real bootstrap in it. Its npm, Prisma and Next note that they were called, make some noise on stdout, and
 * leave behind what the real ones leave.
 */
let folder: string;

const stand = (name: string, effects: string) => `
  import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
  import path from "node:path";
  const write = (file, text) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  console.log("noise of ${name}");
  appendFileSync(process.env.CALLS, "${name} ");
  ${effects}`;
const next = stand("next", `write(".next/BUILD_ID", String(Math.random()));`);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hooklane-bootstrap-"));
  for (const name of ["bootstrap", "bootstrap.mjs", "link-node.mjs"]) {
    cpSync(path.join(import.meta.dirname, name), path.join(folder, "scripts", name), { recursive: true });
  }
  write("package.json", '{"type":"module"}');
  write("package-lock.json", "{}");
  write("prisma/schema.prisma", "model A {}");
  write("apps/web/src/page.tsx", "one");
  write("start.mjs", 'import { bootstrap } from "./scripts/bootstrap.mjs"; await bootstrap("entry.ts", { build: true });');
  write("entry.ts", "console.log(JSON.stringify({ args: process.argv.slice(2) } satisfies object));");
  write("scripts/prisma.mjs", stand("prisma", `write("packages/db/src/generated/prisma/client.ts", "");`));
  write(
    "npm-cli.js",
    stand(
      "npm",
      `rmSync("node_modules", { recursive: true, force: true });
       mkdirSync("node_modules/.bin", { recursive: true });
       symlinkSync(process.execPath, "node_modules/.bin/node");
       write("node_modules/next/dist/bin/next", ${JSON.stringify(next)});
       write("node_modules/next/package.json", '{"type":"module"}');`,
    ),
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

function begin(...args: string[]) {
  const env = {
    ...process.env,
    CALLS: path.join(folder, "calls"),
    npm_execpath: path.join(folder, "npm-cli.js"),
    npm_node_execpath: process.execPath,
  };
  const child = spawn(process.execPath, [path.join(folder, "start.mjs"), ...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text) => {
      said[name] += text;
    });
  return { child, said };
}

/** Runs to the end; answers what was called, what was said and the exit code. */
async function start(...args: string[]) {
  write("calls", "");
  const { child, said } = begin(...args);
  const [code] = await once(child, "close");
  return { code, called: readFileSync(path.join(folder, "calls"), "utf8").trim(), ...said };
}

test("from nothing it installs, generates and builds, and stdout carries the command's own output alone", async () => {
  const first = await start("--seconds", "5");
  expect(first).toMatchObject({ code: 0, called: "npm prisma next", stdout: '{"args":["--seconds","5"]}\n' });
  expect(first.stderr).toContain("noise of npm");
});

test("when all is fresh it says nothing and runs nothing", async () => {
  await start();
  expect(await start()).toMatchObject({ code: 0, called: "", stderr: "", stdout: '{"args":[]}\n' });
});

test("each stale part is made anew, and no other", async () => {
  await start();
  write("apps/web/src/page.tsx", "two");
  expect(await start()).toMatchObject({ called: "next" });
  write("apps/web/src/page.test.tsx", "a test is no input of the build");
  expect(await start()).toMatchObject({ called: "" });
  write("apps/web/.next/BUILD_ID", "made by hand, of whatever sources");
  expect(await start()).toMatchObject({ called: "next" });
  write("prisma/schema.prisma", "model B {}");
  expect(await start()).toMatchObject({ called: "prisma next" });
  rmSync(path.join(folder, "packages/db/src/generated"), { recursive: true });
  expect(await start()).toMatchObject({ called: "prisma" });
  write("package-lock.json", '{"other":1}');
  expect(await start()).toMatchObject({ called: "npm prisma next" });
  rmSync(path.join(folder, "node_modules"), { recursive: true });
  expect(await start()).toMatchObject({ called: "npm prisma next" });
}, 60_000);

test("a failing step ends the command with that step's exit code, and is tried again the next time", async () => {
  const sound = readFileSync(path.join(folder, "npm-cli.js"), "utf8");
  appendFileSync(path.join(folder, "npm-cli.js"), "process.exit(7);");
  const failed = await start();
  expect(failed).toMatchObject({ code: 7, called: "npm", stdout: "" });
  expect(failed.stderr).toMatch(/Installing packages failed .*exit code 7/);
  write("npm-cli.js", sound);
  expect(await start()).toMatchObject({ code: 0, called: "npm prisma next" });
});

test("the command's exit code is passed on", async () => {
  write("entry.ts", "process.exitCode = 5 as number;");
  expect(await start()).toMatchObject({ code: 5 });
});

const waits = `import { writeFileSync } from "node:fs";
  process.on("SIGTERM", () => { console.log("SIGTERM"); process.exit(0); });
  process.on("disconnect", () => { writeFileSync("told", "" as string); process.exit(0); });
  setInterval(() => {}, 1000);
  console.log("waiting");`;

test("SIGTERM is passed on, and the command decides how to end", async () => {
  write("entry.ts", waits);
  const { child, said } = begin();
  await vi.waitFor(() => expect(said.stdout).toContain("waiting"), 10_000);
  child.kill("SIGTERM");
  const [code] = await once(child, "close");
  expect({ code, stdout: said.stdout }).toEqual({ code: 0, stdout: "waiting\nSIGTERM\n" });
});

test("when the starting process is killed, the command is told", async () => {
  write("entry.ts", waits);
  const { child, said } = begin();
  await vi.waitFor(() => expect(said.stdout).toContain("waiting"), 10_000);
  child.kill("SIGKILL");
  await vi.waitFor(() => expect(existsSync(path.join(folder, "told"))).toBe(true), 10_000);
});
