import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { isMainThread } from "node:worker_threads";

/** Binds the life of the server to the life of this process, so that a kill -9 here leaves no server behind. */
export interface ParentTie {
  /** Command to put before the server's own. It replaces itself by the server, so the pid stays the same. */
  prefix: string[];
  /** Call it with the server once it was spawned. */
  bind(server: ChildProcess): void;
}

/**
 * Linux tells a process of its parent's death (`PR_SET_PDEATHSIG`), which `setpriv` of util-linux can ask for. The
 * kernel means the *thread* that forked, and a worker thread may end long before its process, so only the main
 * thread uses it. Elsewhere (macOS, BusyBox, worker threads) a shell waits for the end of a pipe that only this process holds.
 */
export function tieToParent(): ParentTie {
  if (isMainThread && spawnSync("setpriv", ["--pdeathsig", "INT", "true"]).status === 0) {
    // The shell looks once more: had the parent died before the request, no signal would ever come.
    const stillOurs = '[ "$PPID" = "$0" ] && exec "$@"';
    return { prefix: ["setpriv", "--pdeathsig", "INT", "--", "sh", "-c", stillOurs, String(process.pid)], bind: () => {} };
  }
  return { prefix: [], bind: watchFromShell };
}

/** SIGINT is PostgreSQL's fast shutdown: sessions are ended and a checkpoint is written. */
function watchFromShell(server: ChildProcess): void {
  const watcher = spawn("sh", ["-c", 'read -r _; kill -INT "$0"', String(server.pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watcher.once("error", () => {}); // no shell: the server then outlives a kill -9, and the next start adopts it
  watcher.stdin?.once("error", () => {});
  watcher.unref();
  (watcher.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  server.once("exit", () => watcher.kill("SIGKILL"));
}
