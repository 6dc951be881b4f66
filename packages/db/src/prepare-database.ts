import { installQueues } from "./jobs/boss.ts";
import { migrate } from "./migrate/index.ts";
import { ensurePartitions } from "./partitions/ensure-partitions.ts";
import { withSession } from "./pools/with-session.ts";
import { ensureApplicationRole } from "./roles.ts";

export interface PreparedDatabase {
  /** What the web and worker processes connect with. */
  appUrl: string;
  applied: string[];
  /** Why the application runs as the owner, where the server allows no second role. */
  roleProblem: string | undefined;
}

/**
 * Brings a database to where every process can start: migrations, job queues, the application role, the ledger's partitions. Safe to run
 * again, and by several at once.
 * @param ownerUrl a role that owns (or may create) the schema
 * @param migrationsDir the folder of Prisma-format migrations
 */
export async function prepareDatabase(ownerUrl: string, migrationsDir: string): Promise<PreparedDatabase> {
  const { applied } = await migrate({ url: ownerUrl, dir: migrationsDir });
  await installQueues(ownerUrl);
  const role = await ensureApplicationRole(ownerUrl);
  await withSession(ownerUrl, "hooklane-prepare", async (client) => {
    const { rows } = await client.query<{ ms: number }>("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms");
    await ensurePartitions(client, (rows[0] as { ms: number }).ms);
  });
  return { appUrl: role.ok ? role.url : ownerUrl, applied, roleProblem: role.ok ? undefined : role.why };
}
