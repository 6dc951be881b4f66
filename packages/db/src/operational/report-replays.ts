import { publicId } from "@hooklane/contracts";
import type pg from "pg";
import { raiseAlert } from "../alerts/raise-alert.ts";
import { inTransaction } from "../pools/in-transaction.ts";
import { type ReplayJobRecord, replayJobSelect } from "../replays/replay-job.ts";
import { type AcceptRules, acceptOperationalEvent } from "./accept-operational-event.ts";

const NEXT = `${replayJobSelect()} WHERE j.finished_at IS NOT NULL AND j.told_at IS NULL ORDER BY j.finished_at LIMIT 1 FOR UPDATE OF j SKIP LOCKED`;

/**
 * Tells tenants which bulk replays are over: one `hooklane.replay.finished` each, and an alert. Marking a job as told, the alert and the event are one transaction, so a
 * crash tells nothing twice and loses nothing, and any number of processes may do it at a time.
 * @param signal ends it between two jobs
 * @returns the shards that got work
 */
export async function reportReplays(pool: pg.Pool, rules: () => AcceptRules, signal: AbortSignal): Promise<Set<number>> {
  const shards = new Set<number>();
  for (let isMore = true; isMore && !signal.aborted; ) {
    isMore = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<ReplayJobRecord>(NEXT);
      const [job] = rows;
      if (!job) return false;
      await client.query("UPDATE replay_jobs SET told_at = now() WHERE id = $1", [job.id]);
      for (const shard of (await report(client, rules(), job))?.shards ?? []) shards.add(shard);
      return true;
    });
  }
  return shards;
}

async function report(client: pg.PoolClient, rules: AcceptRules, job: ReplayJobRecord) {
  const { id, subscriptionId, selected, delivered, dead, cancelled } = job;
  await raiseAlert(client, rules.nowMs, {
    kind: "replay_finished",
    about: { subscriptionId, jobId: id },
    evidence: { job_id: publicId("job", id), state: job.state, selected, delivered, dead, cancelled },
  });
  return acceptOperationalEvent(client, rules, {
    type: "hooklane.replay.finished",
    subscriptionId,
    fact: id,
    data: {
      job_id: publicId("job", id),
      state: job.state as "completed" | "cancelled" | "failed",
      selected,
      delivered,
      dead,
      cancelled,
      finished_at: new Date(job.finishedMs ?? rules.nowMs).toISOString(),
    },
  });
}
