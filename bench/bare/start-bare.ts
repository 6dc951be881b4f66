import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "@hooklane/embedded-pg";
import pg from "pg";
import { drained, type Endpoint, type Subject } from "../subject.ts";
import { type BareLane, schema } from "./schema.ts";

/** Starts the bare loop, on a database of its own with the product's settings. */
export async function startBare(endpoints: readonly Endpoint[]): Promise<Subject> {
  const dir = mkdtempSync(path.join(tmpdir(), "hooklane-bare-"));
  const server = await startEmbeddedPostgres({ dir, password: "bare" });
  const db = new pg.Pool({ connectionString: server.url, max: 1 });
  db.on("error", () => {}); // the server's end may reach a session before it has closed
  await db.query(schema);
  const lanes: BareLane[] = endpoints.map((endpoint, i) => ({ ...endpoint, id: `00000000-0000-7000-8000-${String(i).padStart(12, "0")}` }));
  const start = (file: string): ChildProcess =>
    fork(path.join(import.meta.dirname, file), [JSON.stringify({ databaseUrl: server.url, lanes })]);
  const accept = start("accept.ts");
  const deliver = start("deliver.ts");
  const [{ port }] = (await once(accept, "message")) as [{ port: number }];
  return {
    name: "bare",
    eventsUrl: `http://127.0.0.1:${port}/v1/events`,
    headers: {},
    pause: async () => void deliver.send("pause"),
    resume: async () => void deliver.send("resume"),
    drained: () => drained(db),
    stop: async () => {
      for (const child of [accept, deliver]) {
        child.kill("SIGTERM");
        if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      }
      await db.end();
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
