import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { codeOf, MigrateError, messageOf } from "./migrate-error.ts";

/** Says of a server that is not there yet, starts up or recovers (57P03), shuts down (57P01, 57P02), or is full for now (53300). */
const PASSING = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "57P03", "57P01", "57P02", "53300"]);
const RETRY_MS = 200;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Connects, and keeps asking while the server is only just starting. Wrong credentials or an absent database fail at once.
 * @throws MigrateError `unreachable`
 */
export async function connectWhenReady(url: string, waitMs: number): Promise<pg.Client> {
  const endsAt = performance.now() + waitMs;
  for (;;) {
    const client = new pg.Client({
      connectionString: url,
      application_name: "hooklane-migrate",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    client.on("error", () => {}); // a lost connection also rejects the statement at hand, which is where it is reported
    try {
      await client.connect();
      return client;
    } catch (cause) {
      await client.end().catch(() => {});
      if (!isPassing(cause)) throw new MigrateError("unreachable", `The database refused the connection: ${messageOf(cause)}`, { cause });
      if (performance.now() >= endsAt) {
        throw new MigrateError("unreachable", `The database did not answer within ${waitMs / 1000} s: ${messageOf(cause)}`, { cause });
      }
      await sleep(RETRY_MS);
    }
  }
}

/** node-postgres reports a timeout and a connection that closed during the handshake by message alone. */
function isPassing(error: unknown): boolean {
  return PASSING.has(codeOf(error) ?? "") || /timeout|terminated unexpectedly/i.test(messageOf(error));
}
