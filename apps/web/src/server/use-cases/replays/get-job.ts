import type { JobView } from "@hooklane/contracts";
import { completeReplayJob, isDone, readReplayJob } from "@hooklane/db";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { jobView } from "./job-view.ts";

/** A bulk replay of a tenant. One that is over is written down as such by whoever sees it first. */
export async function getJob({ pool }: Services, tenantId: string, id: string): Promise<Result<JobView>> {
  let job = await readReplayJob(pool, tenantId, id);
  if (job && isDone(job)) {
    await completeReplayJob(pool, id);
    job = await readReplayJob(pool, tenantId, id);
  }
  return job ? done(jobView(job)) : notFound;
}
