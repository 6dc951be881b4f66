import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "@hooklane/embedded-pg";

/** A database server of the test's own, which no product starts, ends or restarts. */
export interface OwnDatabase {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** @param flags PostgreSQL settings by name */
export async function startOwnDatabase(flags: Record<string, string> = {}): Promise<OwnDatabase> {
  const dir = mkdtempSync(path.join(tmpdir(), "hooklane-faults-db-"));
  const { url, port, stop } = await startEmbeddedPostgres({ dir, password: "faults", flags });
  return {
    url,
    port,
    stop: async () => {
      await stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
