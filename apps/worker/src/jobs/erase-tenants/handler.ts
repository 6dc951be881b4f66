import { eraseTenant, type JobSender, listTenantsToErase } from "@hooklane/db";
import type pg from "pg";
import type { Logger } from "pino";

const AT_ONCE = 20;

/** Erases the workspaces whose owners have not changed their mind. */
export async function eraseTenants(
  { pool, jobs, now, log }: { pool: pg.Pool; jobs: JobSender; now: () => number; log: Logger },
  signal: AbortSignal,
): Promise<void> {
  for (const tenantId of await listTenantsToErase(pool, AT_ONCE)) {
    if (await eraseTenant(pool, jobs, now(), tenantId, signal)) log.info({ tenant: tenantId }, "a workspace was erased");
    if (signal.aborted) return;
  }
}
