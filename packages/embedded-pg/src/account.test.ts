import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, mkdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { copyOf, makeSeed, OPTIONS, query, removeFolder, start, startInChild, temporaryFolder, untilRefused } from "./test-support.ts";

const TIMEOUT_MS = 30_000;
const NOBODY = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;
const nobodyCanRunNode = isRoot && spawnSync(process.execPath, ["-v"], { ...NOBODY, cwd: "/" }).status === 0;
const namespacesAllowed = spawnSync("unshare", ["-U", "true"]).status === 0;
const ownerOf = (dir: string) => statSync(path.join(dir, "data")).uid;
/** Real, effective, saved and file system uid. */
const uidsOf = (pid: number) => /^Uid:\s+(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]?.split("\t");

let seed: string;

beforeAll(async () => {
  seed = await makeSeed();
}, TIMEOUT_MS);

afterAll(() => removeFolder(seed));

test.runIf(isRoot)(
  "started by root, the server runs under an account without power that owns the data folder",
  async () => {
    const dir = copyOf(seed);
    const server = await start(dir);
    const owner = ownerOf(dir);
    expect(owner).not.toBe(0);
    expect(uidsOf(server.pid)).toEqual(Array(4).fill(String(owner)));
  },
  TIMEOUT_MS,
);

test.runIf(isRoot && namespacesAllowed)(
  "started by root where no other account gets to, the server has no power outside of its namespace, and still ends with its starter",
  async () => {
    const hidden = temporaryFolder(0o700);
    onTestFinished(() => removeFolder(hidden));
    mkdirSync(path.join(hidden, "server"));
    const dir = copyOf(seed, path.join(hidden, "server"));
    const child = await startInChild(dir);
    expect(readFileSync(`/proc/${child.started.pid}/uid_map`, "utf8")).toBe("");
    expect(ownerOf(dir)).toBe(0); // it belonged to an account before
    child.process.kill("SIGKILL");
    await untilRefused(child.started.port);
    const again = await start(dir);
    expect(await query(again.url, "SELECT 1 AS n")).toEqual([{ n: 1 }]);
  },
  TIMEOUT_MS,
);

test.runIf(nobodyCanRunNode)(
  "an ordinary user runs the server as itself, and it ends with its starter",
  async () => {
    const dir = temporaryFolder();
    onTestFinished(() => removeFolder(dir));
    chownSync(dir, NOBODY.uid, NOBODY.gid);
    const child = await startInChild(dir, NOBODY);
    expect(ownerOf(dir)).toBe(NOBODY.uid);
    child.process.kill("SIGKILL");
    await untilRefused(child.started.port);
  },
  TIMEOUT_MS,
);

test.runIf(nobodyCanRunNode)("an ordinary user is told when the data folder belongs to someone else", () => {
  const dir = copyOf(seed);
  execFileSync("chown", ["-R", "0:0", path.join(dir, "data")]);
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(path.join(import.meta.dirname, "index.ts"))});
    await startEmbeddedPostgres(${JSON.stringify({ dir, ...OPTIONS })}).catch((error) => console.log(error.code));`;
  const refused = spawnSync(process.execPath, ["--input-type=module", "-e", code], { ...NOBODY, cwd: "/", encoding: "utf8" });
  expect(refused.stdout.trim()).toBe("wrong_owner");
});
