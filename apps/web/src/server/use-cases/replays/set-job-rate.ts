import type { JobView } from "@hooklane/contracts";
import { auditOnSession, changeReplayRate, inTransaction } from "@hooklane/db";
import { notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseWithout } from "../actor.ts";
import { getJob } from "./get-job.ts";
import { jobEnded } from "./job-ended.ts";

/**
 * Gives an open bulk replay another rate. The step that is sent with the change obeys it; what was made before keeps the few seconds that it has.
 * @param maxPerS deliveries per second; null: as fast as the endpoint allows
 */
export async function setJobRate(services: Services, acting: Acting, id: string, maxPerS: number | null): Promise<Result<JobView>> {
  const refusal = refuseWithout("replays:write", acting);
  if (refusal) return refusal;
  const { tenantId } = acting;
  const nowMs = services.now();
  const changed = await inTransaction(services.pool, async (client) => {
    const result = await changeReplayRate(client, tenantId, id, maxPerS);
    if (result.kind !== "changed") return result;
    await services.jobs.send(client, "replay", { job_id: id, step: result.step });
    await auditOnSession(client, nowMs, {
      tenantId,
      actor: acting.actor,
      action: "replay.set_rate",
      targetKind: "job",
      targetId: id,
      before: { max_rate_per_second: result.from },
      after: { max_rate_per_second: result.to },
      correlationId: acting.requestId,
    });
    return result;
  });
  if (changed.kind === "unknown") return notFound;
  if (changed.kind === "ended") return jobEnded(changed.state);
  return getJob(services, tenantId, id);
}
