import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { type Folder, rotateLog } from "./data-folder.ts";
import { tieToParent } from "./parent-tie.ts";
import { livePostmaster } from "./postmaster-file.ts";
import { type Flags, serverArguments } from "./settings.ts";
import { waitUntil } from "./wait-until.ts";

/** How a server process ended. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export type Launch =
  | { ok: true; pid: number; exited: Promise<Exit> }
  /** `log` is what the server wrote in this try. */
  | { ok: false; log: string };

/** Recovery after a crash replays up to `max_wal_size` of log before the server is ready. */
const READY_TIMEOUT_MS = 120_000;
const MAX_LOG_TAIL_BYTES = 4_000;

/** One try to start the server. It gets a session of its own, so that Ctrl-C in a terminal reaches us and not it. */
export async function launch(
  folder: Folder,
  binaries: Binaries,
  account: Account,
  port: number,
  flags: Flags | undefined,
): Promise<Launch> {
  rotateLog(folder);
  const log = openSync(folder.logFile, "a+", 0o600);
  try {
    const before = fstatSync(log).size;
    const tie = tieToParent();
    const [command = "", ...args] = [...account.prefix, ...tie.prefix, binaries.postgres, ...serverArguments(folder.dataDir, port, flags)];
    const server = spawn(command, args, { ...account.ids, cwd: folder.dir, stdio: ["ignore", log, log], detached: true });
    server.unref();
    const exited = exitOf(server);
    let ended: Exit | undefined;
    void exited.then((exit) => {
      ended = exit;
    });
    if (server.pid !== undefined) tie.bind(server);
    const isReady = () => {
      const now = livePostmaster(folder.dataDir);
      return now?.ready === true && now.pid === server.pid;
    };
    await waitUntil(() => ended !== undefined || isReady(), READY_TIMEOUT_MS);
    if (ended === undefined && isReady()) return { ok: true, pid: server.pid as number, exited };
    if (ended === undefined) server.kill("SIGQUIT");
    return { ok: false, log: readTail(log, before) || `${command} ended: ${JSON.stringify(ended ?? "not ready in time")}` };
  } finally {
    closeSync(log);
  }
}

function exitOf(server: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    server.once("exit", (code, signal) => resolve({ code, signal }));
    server.once("error", () => resolve({ code: null, signal: null })); // could not be spawned
  });
}

function readTail(log: number, fromByte: number): string {
  const size = fstatSync(log).size;
  const start = Math.max(fromByte, size - MAX_LOG_TAIL_BYTES);
  const buffer = Buffer.alloc(Math.max(0, size - start));
  readSync(log, buffer, 0, buffer.length, start);
  return buffer.toString("utf8").trim();
}
