import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";

/** What `postmaster.pid` in a data folder says. The file outlives a killed server, so it is a claim and no proof. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Accepts connections; false while it starts, recovers or shuts down. */
  ready: boolean;
}

const fileOf = (dataDir: string) => path.join(dataDir, "postmaster.pid");

function claimed(dataDir: string): Postmaster | undefined {
  try {
    const lines = readFileSync(fileOf(dataDir), "utf8").split("\n");
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" } : undefined;
  } catch {
    return undefined;
  }
}

/** The server that runs on this data folder now, if one does. */
export function livePostmaster(dataDir: string): Postmaster | undefined {
  const file = claimed(dataDir);
  return file && servesFolder(file.pid, dataDir) ? file : undefined;
}

/**
 * Whether `pid` is a PostgreSQL on this folder. The number alone proves nothing: after a reboot, or in a fresh
 * container, it often belongs to another program. A zombie has no command line and so is not alive.
 */
export function servesFolder(pid: number, dataDir: string): boolean {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(dataDir);
    return execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" }).includes(`-D ${dataDir} `);
  } catch {
    return false;
  }
}

/**
 * PostgreSQL refuses to start while the pid in its file belongs to any process of the same account, whatever that
 * process is. Call this only after such a refusal; it removes the file when the process is certainly no server of this folder.
 */
export function removeStaleFile(dataDir: string): void {
  const file = claimed(dataDir);
  if (file && !servesFolder(file.pid, dataDir)) rmSync(fileOf(dataDir), { force: true });
}
