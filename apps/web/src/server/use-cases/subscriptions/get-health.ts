import type { HealthView } from "@hooklane/contracts";
import { readLaneBooks, readOldestDue, TenantSubscriptions } from "@hooklane/db";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { healthSummary } from "./health-view.ts";

const SECOND_MS = 1_000;

export async function getHealth({ db, pool, now }: Services, tenantId: string, id: string): Promise<Result<HealthView>> {
  if (!(await new TenantSubscriptions(db, tenantId).find(id))) return notFound;
  const [[book], oldestDueAt] = await Promise.all([readLaneBooks(pool, [id]), readOldestDue(pool, now(), id)]);
  if (!book) return notFound;
  return done({
    ...healthSummary(book),
    lag_seconds: oldestDueAt ? Math.max(0, Math.round((now() - oldestDueAt.getTime()) / SECOND_MS)) : 0,
    oldest_dead_at: book.oldestDeadAt?.toISOString() ?? null,
  });
}
