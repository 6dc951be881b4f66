import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const script = path.join(import.meta.dirname, "../sim.ts");

/** A world's transcript as a process of its own prints it, and the line that sums it up. */
function traceOf(seed: number, env: NodeJS.ProcessEnv): Promise<{ stdout: string; stderr: string }> {
  const options = { env: { ...process.env, ...env }, maxBuffer: 256 * 1024 * 1024 };
  return promisify(execFile)(process.execPath, [script, "--trace", `${seed}`], options);
}

test("two processes print the same transcript of a seed, byte for byte, whatever their time zone and language", {
  timeout: 60_000,
}, async () => {
  const [first, second] = await Promise.all([
    traceOf(7, { TZ: "UTC", LC_ALL: "C" }),
    traceOf(7, { TZ: "Asia/Kathmandu", LC_ALL: "tr_TR.UTF-8" }),
  ]);
  expect(first.stdout.split("\n").length).toBeGreaterThan(1_000);
  expect(first.stderr).toMatch(/0 violations, transcript [0-9a-f]{16}$/m);
  expect(second.stdout === first.stdout).toBe(true);
  expect(second.stderr).toBe(first.stderr);
});
