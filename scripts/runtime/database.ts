import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { prepareDatabase } from "@hooklane/db";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@hooklane/embedded-pg";
import { restartBackOff, restartDelayMs } from "./back-off.ts";
import { root, type Settings } from "./settings.ts";

const ADOPTED_POLL_MS = 200;

export interface Database {
  /** As the owner: migrations, partitions. */
  ownerUrl: string;
  /** As the application role. */
  appUrl: string;
  /** Ends an embedded server that this process started. */
  stop(): Promise<void>;
}

export interface DatabaseOptions {
  settings: Settings;
  /** Of the embedded server's superuser; not needed with a database of the operator's. */
  postgresPassword: string;
  /** Told what an operator should know. */
  note: (line: string) => void;
}

/**
 * Opens the operator's database or the embedded one, and brings it to the current schema. An embedded server that dies (killed, out of
 * memory) is started again on the same port, so that every pool finds it where it was.
 */
export async function openDatabase({ settings, postgresPassword, note }: DatabaseOptions): Promise<Database> {
  if (settings.databaseUrl) {
    const appUrl = await prepare(settings.databaseUrl, note);
    return { ownerUrl: settings.databaseUrl, appUrl, stop: async () => {} };
  }
  const dir = path.join(settings.dataFolder, "postgres");
  const embedded = await startEmbeddedPostgres({ dir, password: postgresPassword });
  const keeper = keepRunning(embedded, (port) => startEmbeddedPostgres({ dir, port, password: postgresPassword }), note);
  try {
    const appUrl = await prepare(embedded.url, note);
    return { ownerUrl: embedded.url, appUrl, stop: keeper.stop };
  } catch (error) {
    await keeper.stop();
    throw error;
  }
}

async function prepare(ownerUrl: string, note: (line: string) => void): Promise<string> {
  const { appUrl, roleProblem } = await prepareDatabase(ownerUrl, path.join(root, "prisma/migrations"));
  if (roleProblem) note(`database: the product runs as the owner, because there is no second role (${roleProblem})`);
  return appUrl;
}

/**
 * Starts a server that ended without being asked to, again and again with back-off, until it is stopped. An adopted server counts too: the
 * command that had started it for itself may end before this one.
 */
function keepRunning(
  first: EmbeddedPostgres,
  startAgain: (port: number) => Promise<EmbeddedPostgres>,
  note: (line: string) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const wait = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});
  let current = first;
  const untilEnded = async () => {
    if (current.exited) await current.exited;
    else while (!stopping.signal.aborted && isAlive(current.pid)) await wait(ADOPTED_POLL_MS);
  };
  const startUntilRunning = async () => {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      try {
        current = await startAgain(first.port);
        return;
      } catch (error) {
        note(`postgres: ${(error as Error).message}`);
        await wait(restartDelayMs(failures, restartBackOff));
      }
    }
  };
  const kept = (async () => {
    for (;;) {
      await untilEnded();
      if (stopping.signal.aborted) return;
      note("postgres: ended; started again");
      await startUntilRunning();
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      // The server's process does not keep this one alive: without something that does, Node would end here with the wait unsettled
      const alive = setInterval(() => {}, 1_000);
      await current.stop();
      await kept;
      await current.stop(); // one that was being started when the stop was asked for
      clearInterval(alive);
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
