import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { claimDataFolder, runningProduct } from "./claim-data-folder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hooklane-claim-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Another process that claims the folder, says how it went, and holds it until it is killed. */
async function claimant() {
  const source = `import { claimDataFolder } from ${JSON.stringify(`${import.meta.dirname}/claim-data-folder.ts`)};
    const claim = claimDataFolder(${JSON.stringify(folder)});
    if (claim.ok) claim.announce("http://there");
    console.log(JSON.stringify(claim));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", source], { stdio: ["ignore", "pipe", "inherit"] });
  const [said] = await once(child.stdout.setEncoding("utf8"), "data");
  return { child, claim: JSON.parse(said) as { ok: boolean } };
}

test("a folder has one holder, who is named by pid and URL; a killed holder's folder is free again", async () => {
  const { child, claim } = await claimant();
  try {
    expect(claim.ok).toBe(true);
    expect(claimDataFolder(folder)).toMatchObject({ ok: false, holder: { pid: child.pid, url: "http://there" } });
    expect(runningProduct(folder)).toMatchObject({ pid: child.pid });
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  expect(runningProduct(folder)).toBeUndefined();
  expect(claimDataFolder(folder).ok).toBe(true);
});

test("a released folder is free", () => {
  const claim = claimDataFolder(folder);
  expect(runningProduct(folder)).toMatchObject({ pid: process.pid });
  if (claim.ok) claim.release();
  expect(runningProduct(folder)).toBeUndefined();
});

test("of many that claim at once, one holds the folder", async () => {
  const all = await Promise.all(Array.from({ length: 4 }, claimant));
  for (const { child } of all) child.kill("SIGKILL");
  expect(all.filter(({ claim }) => claim.ok)).toHaveLength(1);
});

test("a pid that was given to another process holds nothing", () => {
  writeFileSync(path.join(folder, "runtime.json"), JSON.stringify({ pid: process.pid, processStart: "1" }));
  expect(runningProduct(folder)).toBeUndefined();
  expect(claimDataFolder(folder).ok).toBe(true);
  expect(JSON.parse(readFileSync(path.join(folder, "runtime.json"), "utf8"))).toMatchObject({ pid: process.pid });
});

test("a damaged file holds nothing", () => {
  writeFileSync(path.join(folder, "runtime.json"), '{"pi');
  expect(claimDataFolder(folder).ok).toBe(true);
});
