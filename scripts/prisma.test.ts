import { execFileSync, spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

const SCRIPT = path.join(import.meta.dirname, "prisma.mjs");

test("our schema engine is the one that this version of Prisma asks for", () => {
  const versions = execFileSync(process.execPath, [SCRIPT, "--version"], { encoding: "utf8", stdio: "pipe" });
  const used = /^Schema Engine\s*:\s*schema-engine-wasm (\w{40})/m.exec(versions)?.[1];
  const wanted = /^Default Engines Hash\s*:\s*(\w{40})/m.exec(versions)?.[1];
  expect(used).toBeDefined();
  expect(used).toBe(wanted);
}, 30_000);

test("Prisma's exit code is passed through", () => {
  const unknown = spawnSync(process.execPath, [SCRIPT, "no-such-command"], { encoding: "utf8" });
  expect(unknown.status).toBe(1);
  expect(unknown.stderr + unknown.stdout).toContain("no-such-command");
}, 30_000);
