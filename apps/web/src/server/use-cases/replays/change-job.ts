import type { JobView } from "@hooklane/contracts";
import { auditOnSession, changeReplayJob, inTransaction, type ReplayJobVerb } from "@hooklane/db";
import { notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseWithout } from "../actor.ts";
import { getJob } from "./get-job.ts";
import { jobEnded } from "./job-ended.ts";

/**
 * Cancels, pauses or resumes a bulk replay. It is so from this moment on; what is pending is ended, held or released by the step that is sent with the change.
 * Asking for what it is already changes nothing.
 */
export async function changeJob(services: Services, acting: Acting, id: string, verb: ReplayJobVerb): Promise<Result<JobView>> {
  const refusal = refuseWithout("replays:write", acting);
  if (refusal) return refusal;
  const { tenantId } = acting;
  const nowMs = services.now();
  const changed = await inTransaction(services.pool, async (client) => {
    const result = await changeReplayJob(client, tenantId, id, verb);
    if (result.kind !== "changed") return result;
    await services.jobs.send(client, "replay", { job_id: id, step: result.step });
    await auditOnSession(client, nowMs, {
      tenantId,
      actor: acting.actor,
      action: `replay.${verb}`,
      targetKind: "job",
      targetId: id,
      before: { state: result.from },
      after: { state: result.to },
      correlationId: acting.requestId,
    });
    return result;
  });
  if (changed.kind === "unknown") return notFound;
  if (changed.kind === "ended") return jobEnded(changed.state);
  return getJob(services, tenantId, id);
}
