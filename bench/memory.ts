import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

/** Memory per lane and cost per decision of core's admission, in a process that may collect its garbage when it is told to. */
export async function memory(): Promise<Record<string, number>> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", path.join(import.meta.dirname, "core.ts")]);
  return JSON.parse(stdout.trim().split("\n").at(-1) as string) as Record<string, number>;
}
