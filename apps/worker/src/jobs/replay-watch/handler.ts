import { inTransaction, type JobSender, reviveReplayJobs } from "@hooklane/db";
import type pg from "pg";

/** A step waits 10 s at most for the next, so that after this long the chain is broken, or its step waits for a dead worker's heartbeat to end. */
const SILENT_MS = 30_000;
const BATCH = 100;

/** Sends the next step of replays whose chain of steps has come to rest. */
export async function watchReplays({ pool, jobs }: { pool: pg.Pool; jobs: Pick<JobSender, "send"> }): Promise<void> {
  await inTransaction(pool, async (client) => {
    for (const { id, step } of await reviveReplayJobs(client, SILENT_MS, BATCH)) await jobs.send(client, "replay", { job_id: id, step });
  });
}
