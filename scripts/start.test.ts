import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { claimDataFolder } from "./runtime/claim-data-folder.ts";

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(path.join(tmpdir(), "hooklane-start-"));
});
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

/** `npm start` without what prepares it; all of these starts are refused before anything is begun. */
async function start(env: NodeJS.ProcessEnv) {
  const { DATABASE_URL: _, AUTH_SECRET: __, HOOKLANE_SECRET_KEYS: ___, ...rest } = process.env;
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "start.ts")], {
    env: { ...rest, HOOKLANE_DATA_DIR: dataFolder, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  const [code] = await once(child, "close");
  return { code, stdout, problems: stderr.trim().split("\n") };
}

test("malformed variables are all named at once", async () => {
  const { code, problems } = await start({ PORT: "http", HOOKLANE_WORKERS: "0" });
  expect({ code, names: problems.map((line) => line.split(" ")[0]) }).toEqual({ code: 1, names: ["PORT", "HOOKLANE_WORKERS"] });
});

test("with a database of the operator's, missing and default secrets are refused by name before the database is touched", async () => {
  const { code, problems } = await start({ DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none", AUTH_SECRET: "changeme" });
  expect({ code, names: problems.map((line) => line.split(" ")[0]) }).toEqual({ code: 1, names: ["AUTH_SECRET", "HOOKLANE_SECRET_KEYS"] });
});

test("a port that is taken is named, and the data folder is left free", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as { port: number };
  try {
    const { code, stdout, problems } = await start({ PORT: String(port) });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(problems).toEqual([`Port ${port} is in use: end what listens there, or choose another with PORT.`]);
    expect(existsSync(path.join(dataFolder, "runtime.json"))).toBe(false);
  } finally {
    other.close();
  }
});

test("a second start on the same data folder names the first one's pid and does not disturb it", async () => {
  const claim = claimDataFolder(dataFolder);
  if (claim.ok) claim.announce("http://127.0.0.1:3000");
  const { code, problems } = await start({ PORT: "3999" });
  expect(code).toBe(1);
  expect(problems).toEqual([`Hooklane already runs on ${dataFolder} (pid ${process.pid}) at http://127.0.0.1:3000.`]);
  expect(JSON.parse(readFileSync(path.join(dataFolder, "runtime.json"), "utf8"))).toMatchObject({ pid: process.pid });
});
