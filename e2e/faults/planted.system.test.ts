import { execFile } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

const command = path.join(import.meta.dirname, "../../scripts/faults.ts");

interface Ran {
  readonly code: number | null;
  readonly report: { tests: Record<string, { pass: boolean; lost: number; broken: string[] }> };
}

const run = (...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [command, "--json", ...args], (_, stdout) =>
      resolve({ code: child.exitCode, report: JSON.parse(stdout.trim().split("\n").at(-1) ?? "") }),
    );
  });

test("a delivery that is taken out of the ledger and a payload that is altered make a fault run fail, each by its name", async () => {
  const { code, report } = await run("--only", "FT7", "--plant");
  expect(code).toBe(1);
  expect(report.tests.FT7).toMatchObject({ pass: false, lost: 1 });
  const broken = report.tests.FT7?.broken.join("\n");
  expect(broken).toMatch(/^lost is 1, not 0$/m);
  expect(broken).toMatch(/× lost, /);
  expect(broken).toMatch(/× body_altered, /);
});
