import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { type Account, giveTo } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

export interface Folder {
  /** Absolute, without symbolic links: it is compared with command lines of running servers. */
  dir: string;
  dataDir: string;
  logFile: string;
}

const MAX_LOG_BYTES = 10_000_000;
const DRAFT = /^initdb-(\d+)-/;

/** Makes the folder if it is absent. Others may pass through it (the server's account must), but not list it. */
export function openFolder(dir: string): Folder {
  mkdirSync(dir, { recursive: true, mode: 0o711 });
  const real = realpathSync(dir);
  return { dir: real, dataDir: path.join(real, "data"), logFile: path.join(real, "postgres.log") };
}

/** @throws EmbeddedPostgresError `version_mismatch` */
export function refuseOtherMajor({ dataDir }: Folder, binaries: Binaries): void {
  const file = path.join(dataDir, "PG_VERSION");
  if (!existsSync(file)) return;
  const major = Number(readFileSync(file, "utf8").trim());
  if (major === binaries.major) return;
  throw new EmbeddedPostgresError(
    "version_mismatch",
    `The data folder ${dataDir} was made by PostgreSQL ${major}; the embedded binaries are PostgreSQL ${binaries.major} and cannot open it. ` +
      `Dump it with PostgreSQL ${major} and load it into a new folder, set DATABASE_URL to a PostgreSQL ${major} server, or move the folder away to begin empty.`,
  );
}

/**
 * Makes the cluster when there is none. It is made under another name and then renamed, which is atomic: a killed or a concurrent
 * starter never leaves half a cluster behind, and of two that race one wins.
 */
export function ensureCluster({ dir, dataDir }: Folder, binaries: Binaries, account: Account, password: string): void {
  if (existsSync(path.join(dataDir, "PG_VERSION"))) {
    giveTo(dataDir, account.ids);
    return;
  }
  removeDeadDrafts(dir);
  const draft = mkdtempSync(path.join(dir, `initdb-${process.pid}-`));
  try {
    makeCluster(draft, binaries, account, password);
    renameSync(path.join(draft, "data"), dataDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error; // the other starter's cluster is as good as ours
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function makeCluster(draft: string, binaries: Binaries, account: Account, password: string): void {
  const passwordFile = path.join(draft, "password");
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  giveTo(draft, account.ids);
  const [command = "", ...args] = [
    ...account.prefix,
    binaries.initdb,
    `--pgdata=${path.join(draft, "data")}`,
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // Code point order and Unicode rules from PostgreSQL itself: the same on every operating system, no C library involved.
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--data-checksums",
  ];
  const made = spawnSync(command, args, { ...account.ids, cwd: draft, encoding: "utf8" });
  if (made.status !== 0) {
    throw new EmbeddedPostgresError("not_started", `initdb failed: ${made.error?.message ?? made.stderr.trim()}`, { cause: made.error });
  }
}

/** Drafts of starters that were killed. */
function removeDeadDrafts(dir: string): void {
  for (const name of readdirSync(dir)) {
    const pid = DRAFT.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(path.join(dir, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Keeps one older log; both together stay bounded by starts, which is enough for a server that logs only faults. */
export function rotateLog({ logFile }: Folder): void {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) renameSync(logFile, `${logFile}.1`);
}
