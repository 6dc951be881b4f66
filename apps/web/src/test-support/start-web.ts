import type { Server } from "node:http";
import path from "node:path";
import { prepareDatabase } from "@hooklane/db";
import { createTestDatabase, gateBefore, type TcpGate, waitFor } from "@hooklane/testkit";
import pg from "pg";
import { type Container, createContainer } from "../container.ts";
import { type EnvSource, readEnv } from "../env.ts";
import { createHttpServer, type Handler } from "../server/http/create-server.ts";
import { createLog } from "../server/log.ts";
import { closeServer } from "../server/shut-down.ts";
import { type CreatedTenant, createTenant } from "../server/use-cases/tenants/create-tenant.ts";

const MIGRATIONS = path.join(import.meta.dirname, "../../../../prisma/migrations");
const KEYS = `1:${Buffer.alloc(32, 7).toString("base64")}`;

export interface StartedWeb {
  baseUrl: string;
  port: number;
  container: Container;
  server: Server;
  /** What the process connects with: leads through the gate. */
  databaseUrl: string;
  /** What another process of the same installation is started with; straight to the database. */
  env: Record<string, string>;
  /** Between the web process and its database. */
  gate: TcpGate;
  /** Lines that the process logged. */
  logged: string[];
  /** The owner's sessions, straight to the database. */
  owner: pg.Pool;
  newTenant(plan?: "free" | "team" | "scale"): Promise<CreatedTenant>;
  stop(): Promise<void>;
}

const noPages: Handler = (_request, response) => void response.writeHead(404).end("page");

/** The web process's server without pages, in this process, on a database of its own. Resolves when it takes events. */
export async function startWeb(extraEnv: EnvSource = {}, pages: (container: Container) => Handler = () => noPages): Promise<StartedWeb> {
  const database = await createTestDatabase();
  const { appUrl } = await prepareDatabase(database.url, MIGRATIONS);
  const { gate, url: databaseUrl } = await gateBefore(appUrl);
  const variables = {
    NODE_ENV: "test",
    DATABASE_URL: appUrl,
    AUTH_SECRET: "a".repeat(32),
    HOOKLANE_SECRET_KEYS: KEYS,
    HOOKLANE_WORKERS: "0",
    HOOKLANE_ALLOW_HTTP: "1",
    HOOKLANE_EGRESS_ALLOW: "127.0.0.0/8",
  };
  const env = readEnv({ ...variables, DATABASE_URL: databaseUrl, ...extraEnv });
  if (!env.ok) throw new Error(env.problems.join("\n"));
  const logged: string[] = [];
  const log = createLog("debug", { write: (line) => void logged.push(line) });
  const container = createContainer(env.env, log);
  const server = createHttpServer(container, pages(container));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await waitFor(async () => (await container.readiness.report()).ready, { what: "readiness" });
  const { port } = server.address() as { port: number };
  const owner = new pg.Pool({ connectionString: database.url, max: 3 });
  owner.on("error", () => {});
  let tenants = 0;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    container,
    server,
    databaseUrl,
    env: variables,
    gate,
    logged,
    owner,
    newTenant: (plan = "scale") =>
      createTenant({ db: container.db, now: container.now }, { name: `Tenant ${++tenants}`, email: `owner${tenants}@example.com`, plan }),
    stop: async () => {
      await closeServer(server);
      await container.stop();
      await gate.close();
      await owner.end();
      await database.drop();
    },
  };
}
