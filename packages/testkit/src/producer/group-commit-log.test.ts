import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openGroupCommitLog } from "./group-commit-log.ts";

describe("the group-committed log", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "group-commit-"));
    file = path.join(folder, "log.ndjson");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("has a line in the file when its append resolves, whoever else appends", async () => {
    const log = await openGroupCommitLog(file);
    const seen = await Promise.all(
      Array.from({ length: 300 }, async (_, n) => {
        if (n % 3 === 0) await new Promise(setImmediate);
        await log.append({ n });
        return readFileSync(file, "utf8").includes(`{"n":${n}}\n`);
      }),
    );
    expect(seen.every(Boolean)).toBe(true);
    await log.close();
    const written = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(new Set(written).size).toBe(300);
    expect(written).toHaveLength(300);
  });

  it("keeps the order of the appends", async () => {
    const log = await openGroupCommitLog(file);
    for (let n = 0; n < 50; n += 1) void log.append(n);
    await log.close();
    expect(readFileSync(file, "utf8")).toBe(Array.from({ length: 50 }, (_, n) => `${n}\n`).join(""));
  });

  it("tells every writer of a group that the file cannot be written", async () => {
    const log = await openGroupCommitLog("/dev/full");
    const results = await Promise.allSettled([log.append(1), log.append(2)]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});
