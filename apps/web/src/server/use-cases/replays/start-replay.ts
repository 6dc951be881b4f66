import { publicId, type StartedReplay, type StartReplay } from "@hooklane/contracts";
import { auditOnSession, createReplayJob, inTransaction, lockReplayTarget, uuidV7 } from "@hooklane/db";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseWithout } from "../actor.ts";
import { replayStopped } from "./replay-stopped.ts";

/**
 * Starts a bulk replay of one subscription; the job and its first step are made in one transaction. While one with the same filter is open, that one is the answer.
 * A paused subscription's replay waits until it is resumed.
 */
export async function startReplay(
  services: Services,
  acting: Acting,
  subscriptionId: string,
  { since, until, types = [], states, max_rate_per_second: maxPerS }: StartReplay,
): Promise<Result<StartedReplay>> {
  const refusal = refuseWithout("replays:write", acting);
  if (refusal) return refusal;
  const { tenantId } = acting;
  const nowMs = services.now();
  return inTransaction(services.pool, async (client): Promise<Result<StartedReplay>> => {
    const state = await lockReplayTarget(client, tenantId, subscriptionId);
    if (state === undefined) return notFound;
    if (state === "disabled") return replayStopped(state);
    const filter = { subscriptionId, sinceMs: since, untilMs: until, types, states };
    const { id, isNew } = await createReplayJob(client, { id: uuidV7(nowMs), tenantId, maxPerS, ...filter });
    const jobId = publicId("job", id);
    if (isNew) {
      await services.jobs.send(client, "replay", { job_id: id, step: 0 });
      await auditOnSession(client, nowMs, {
        tenantId,
        actor: acting.actor,
        action: "replay.start",
        targetKind: "subscription",
        targetId: subscriptionId,
        after: {
          job_id: jobId,
          since: new Date(since).toISOString(),
          until: new Date(until).toISOString(),
          types,
          states,
          max_rate_per_second: maxPerS,
        },
        correlationId: acting.requestId,
      });
    }
    return done({ job_id: jobId });
  });
}
