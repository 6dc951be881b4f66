import type { QueueName } from "@hooklane/contracts";
import { auditOnSession, inTransaction } from "@hooklane/db";
import type { Staff } from "../../auth/act-as-staff.ts";
import { done, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { visitsAlready } from "./refusals.ts";

/** Lets a background job that has failed for good be tried once more. */
export async function retryJob(
  { pool, jobs, now }: Pick<Services, "pool" | "jobs" | "now">,
  staff: Staff,
  queue: QueueName,
  id: string,
): Promise<Result<{ id: string }>> {
  if (staff.visit) return visitsAlready;
  return inTransaction(pool, async (client): Promise<Result<{ id: string }>> => {
    if (!(await jobs.retry(client, queue, id))) return refuse("not_found", "This job has not failed: it may be running again already.");
    await auditOnSession(client, now(), {
      tenantId: null,
      actor: staff.actor,
      action: "job.retry",
      targetKind: "background_job",
      targetId: id,
      after: { queue },
      correlationId: staff.requestId,
    });
    return done({ id });
  });
}
