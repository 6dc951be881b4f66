import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { createPrivateFile, ensurePrivateFolder, replacePrivateFile } from "./write-private-file.ts";

/** `<data folder>/runtime.json`: which process runs the product on this folder. */
export interface Runtime {
  pid: number;
  /** When that process began, in the kernel's own unit: tells it from a later process that was given the same pid. Null where unknown. */
  processStart: string | null;
  /** Where the product answers, once it is ready. */
  url?: string;
}

export type Claim = { ok: true; announce(url: string): void; release(): void } | { ok: false; holder: Runtime };

const fileOf = (dataFolder: string) => path.join(dataFolder, "runtime.json");

/**
 * Takes the data folder for this process, so that two products never run on one folder. A folder whose holder was killed is free. Two
 * starters that find the same dead holder in the same instant are told apart by the database's own lock and by the web's port.
 */
export function claimDataFolder(dataFolder: string): Claim {
  ensurePrivateFolder(dataFolder);
  const file = fileOf(dataFolder);
  const own: Runtime = { pid: process.pid, processStart: processStart(process.pid) };
  const before = readRuntime(dataFolder);
  if (before === damaged || (before && !isAlive(before))) rmSync(file, { force: true });
  const holder = JSON.parse(createPrivateFile(file, JSON.stringify(own))) as Runtime;
  if (!isSame(holder, own)) return { ok: false, holder };
  return {
    ok: true,
    announce: (url) => replacePrivateFile(file, JSON.stringify({ ...own, url })),
    release: () => {
      const last = readRuntime(dataFolder);
      if (last && last !== damaged && isSame(last, own)) rmSync(file, { force: true });
    },
  };
}

/** The product that runs on this folder; undefined when none does. */
export function runningProduct(dataFolder: string): Runtime | undefined {
  const runtime = readRuntime(dataFolder);
  return runtime && runtime !== damaged && isAlive(runtime) ? runtime : undefined;
}

/** The file of a machine that lost power: nobody holds the folder. */
const damaged = "damaged";

function readRuntime(dataFolder: string): Runtime | typeof damaged | undefined {
  try {
    const value = JSON.parse(readFileSync(fileOf(dataFolder), "utf8")) as Partial<Runtime> | null;
    return typeof value?.pid === "number" && value.pid > 0 ? (value as Runtime) : damaged;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? undefined : damaged;
  }
}

const isSame = (a: Runtime, b: Runtime) => a.pid === b.pid && a.processStart === b.processStart;

function isAlive({ pid, processStart: began }: Runtime): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return began === null || processStart(pid) === began;
}

/** Fields 3 and 22 of /proc/<pid>/stat; the command before them, in brackets, may contain anything. A zombie runs no longer. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}
