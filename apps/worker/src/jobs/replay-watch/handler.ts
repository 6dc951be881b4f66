import { inTransaction, type JobSender, reviveReplayJobs } from "@hooklane/db";
import { type TellDeps, tellFinished } from "../replay/tell-finished.ts";

/** A step waits 10 s at most for the next, so that after this long the chain is broken, or its step waits for a dead worker's heartbeat to end. */
const SILENT_MS = 30_000;
const BATCH = 100;

export interface ReplayWatchDeps extends TellDeps {
  jobs: Pick<JobSender, "send">;
}

/** Sends the next step of replays whose chain of steps has come to rest, and tells tenants of replays that ended without a step of their own. */
export async function watchReplays(deps: ReplayWatchDeps, signal: AbortSignal): Promise<void> {
  await inTransaction(deps.pool, async (client) => {
    for (const { id, step } of await reviveReplayJobs(client, SILENT_MS, BATCH))
      await deps.jobs.send(client, "replay", { job_id: id, step });
  });
  await tellFinished(deps, signal);
}
