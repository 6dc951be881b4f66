import pg from "pg";
import { withSettings } from "./pools/pools.ts";

export const APPLICATION_ROLE = "hooklane_app";

const grants = `
GRANT USAGE ON SCHEMA public, pgboss TO ${APPLICATION_ROLE};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${APPLICATION_ROLE};
REVOKE ALL ON "_prisma_migrations" FROM ${APPLICATION_ROLE};
REVOKE UPDATE, DELETE ON "audit_log" FROM ${APPLICATION_ROLE};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgboss TO ${APPLICATION_ROLE};
GRANT USAGE ON ALL SEQUENCES IN SCHEMA pgboss TO ${APPLICATION_ROLE};
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss TO ${APPLICATION_ROLE};
`;

/**
 * Makes the application role, which the web and worker processes take on: it reads and writes rows, but makes no tables and cannot change an audit row.
 * Migrations, partitions and statistics stay with the owner, the role of the given URL.
 * @returns the URL for the application, or a reason why this server does not allow a second role (the application then runs as the owner)
 */
export async function ensureApplicationRole(ownerUrl: string): Promise<{ ok: true; url: string } | { ok: false; why: string }> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await makeRole(client);
    await client.query(grants);
    const url = applicationUrl(ownerUrl);
    await probe(url);
    return { ok: true, url };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  } finally {
    await client.end();
  }
}

/** The URL by which a session of the owner's login takes on the application role. */
export function applicationUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.searchParams.set("options", withSettings(ownerUrl, { role: APPLICATION_ROLE }).options as string);
  return url.href;
}

/** Roles belong to the whole server: another database's start may be making the same one at this moment. */
async function makeRole(client: pg.Client): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await client.query(`DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${APPLICATION_ROLE}') THEN CREATE ROLE ${APPLICATION_ROLE} NOLOGIN; END IF;
        IF NOT pg_has_role(current_user, '${APPLICATION_ROLE}', 'MEMBER') THEN GRANT ${APPLICATION_ROLE} TO CURRENT_USER; END IF;
      END $$`);
      return;
    } catch (error) {
      const racing = ["42710", "23505", "XX000"].includes((error as { code?: string }).code ?? "");
      if (!racing || tries === 5) throw error;
    }
  }
}

async function probe(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.end();
}
