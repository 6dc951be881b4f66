import type { JobPayload } from "@hooklane/contracts";
import type { PolicyConfig } from "@hooklane/core";
import { advanceReplay, inTransaction, type JobSender, nextReplayStep, type WakeUp } from "@hooklane/db";
import type pg from "pg";
import { replayRules } from "./rules.ts";
import { tellFinished } from "./tell-finished.ts";

/** How long one step works before it passes the rest on: other replays take their turns in between. */
const STEP_MS = 300;

export interface ReplayDeps {
  pool: pg.Pool;
  jobs: Pick<JobSender, "send">;
  now: () => number;
  wakeUp: Pick<WakeUp, "announce">;
  policy: PolicyConfig;
}

/**
 * One step of a bulk replay: short transactions until there is nothing to do for now, or its time is up; then the next step is sent. A step that a crash
 * interrupts is run again and goes on at the job's cursor; one that was passed on finds itself overtaken.
 */
export async function replay(deps: ReplayDeps, { job_id: jobId, step }: JobPayload<"replay">, signal: AbortSignal): Promise<void> {
  const rules = replayRules(deps.policy);
  const until = performance.now() + STEP_MS;
  for (;;) {
    signal.throwIfAborted();
    const result = await advanceReplay(deps.pool, jobId, step, deps.now(), rules);
    if (result.kind === "ended") return tellFinished(deps, signal);
    deps.wakeUp.announce(result.shards);
    if (result.kind === "wait") return passOn(deps, jobId, step, result.waitMs);
    if (performance.now() >= until) return passOn(deps, jobId, step, 0);
  }
}

async function passOn({ pool, jobs }: ReplayDeps, jobId: string, step: number, waitMs: number): Promise<void> {
  await inTransaction(pool, async (client) => {
    const next = await nextReplayStep(client, jobId, step);
    if (next !== undefined) await jobs.send(client, "replay", { job_id: jobId, step: next }, waitMs);
  });
}
