import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { servesFolder } from "./postmaster-file.ts";
import { waitUntil } from "./wait-until.ts";

const FAST_TIMEOUT_MS = 15_000;
const IMMEDIATE_TIMEOUT_MS = 10_000;

/**
 * Fast shutdown: sessions are ended, a checkpoint is written. If that takes too long, immediate shutdown: nothing
 * committed is lost, the next start recovers. Does nothing when the server is already gone.
 * @throws EmbeddedPostgresError `not_stopped`
 */
export async function stopServer(pid: number, dataDir: string): Promise<void> {
  const gone = () => !servesFolder(pid, dataDir);
  if (gone()) return;
  signal(pid, "SIGINT");
  if (await waitUntil(gone, FAST_TIMEOUT_MS)) return;
  signal(pid, "SIGQUIT");
  if (await waitUntil(gone, IMMEDIATE_TIMEOUT_MS)) return;
  throw new EmbeddedPostgresError("not_stopped", `PostgreSQL (pid ${pid}) on ${dataDir} does not stop.`);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // it ended between the look and the signal
  }
}
