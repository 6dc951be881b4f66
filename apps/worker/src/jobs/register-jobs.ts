import { type JobPayload, type QueueName, queueNames, queueSettings, queues } from "@hooklane/contracts";
import type { PolicyConfig } from "@hooklane/core";
import { createJobRunner, foldRollups, type JobSender, type KeyRing, sealPlainCredentials, type WakeUp } from "@hooklane/db";
import type pg from "pg";
import type { Logger } from "pino";
import type { MailServer } from "../mail/mail-server.ts";
import { keepAlerts } from "./alerts/handler.ts";
import { endErasedDeliveries } from "./end-erased/handler.ts";
import { endPendingDeliveries } from "./end-pending/handler.ts";
import { endVisits } from "./end-visits/handler.ts";
import { eraseTenants } from "./erase-tenants/handler.ts";
import { fanOut } from "./fan-out/handler.ts";
import { sendMail } from "./mail/handler.ts";
import { maintainPartitions } from "./partitions/handler.ts";
import { recount } from "./recount/handler.ts";
import { replay } from "./replay/handler.ts";
import { watchReplays } from "./replay-watch/handler.ts";
import { reportDeaths } from "./report-deaths/handler.ts";
import { retain } from "./retention/handler.ts";
import { reviewCapacity } from "./review-capacity/handler.ts";
import { sample } from "./sample-lanes/handler.ts";

export interface JobDeps {
  pool: pg.Pool;
  jobs: JobSender;
  ownerUrl: string;
  /** What seals secrets. */
  keys: KeyRing;
  now: () => number;
  wakeUp: WakeUp;
  policy: PolicyConfig;
  mailServer: MailServer | undefined;
  log: Logger;
}

type Handlers = { [Q in QueueName]: (payload: JobPayload<Q>, signal: AbortSignal) => Promise<void> };

const handlers = (deps: JobDeps): Handlers => ({
  alerts: () => keepAlerts(deps),
  "fan-out": (payload, signal) => fanOut(deps, payload, signal),
  "end-erased": (payload, signal) => endErasedDeliveries(deps, payload, signal),
  "end-pending": (payload, signal) => endPendingDeliveries(deps, payload, signal),
  "end-visits": (_, signal) => endVisits(deps, signal),
  mail: (payload) => sendMail(deps, payload),
  "erase-tenants": (_, signal) => eraseTenants(deps, signal),
  "report-deaths": (_, signal) => reportDeaths(deps, signal),
  replay: (payload, signal) => replay(deps, payload, signal),
  "replay-watch": (_, signal) => watchReplays(deps, signal),
  partitions: () => maintainPartitions(deps),
  retention: (_, signal) => retain(deps, signal),
  "roll-up": () => foldRollups(deps.pool),
  "sample-lanes": (_, signal) => sample(deps, signal),
  recount: (_, signal) => recount(deps, signal),
  "seal-credentials": async (_, signal) => void (await sealPlainCredentials(deps.pool, deps.keys, signal)),
  "review-capacity": (_, signal) => reviewCapacity(deps, signal),
});

/** Works all queues and schedules those that run by the clock. @returns how to stop: running jobs get a while to end, then begin again elsewhere */
export async function startJobs(url: string, deps: JobDeps): Promise<{ stop: () => Promise<void> }> {
  const boss = createJobRunner(url, (error) => deps.log.warn({ err: error }, "job queue"));
  await boss.start();
  const byQueue = handlers(deps);
  for (const name of queueNames) {
    const { payload, cron } = queues[name];
    const handle = byQueue[name] as (data: unknown, signal: AbortSignal) => Promise<void>;
    const batchSize = queueSettings[name]?.batch ?? 1;
    await boss.work(name, { pollingIntervalSeconds: 1, batchSize, burstWhenBatchFull: true }, async (jobs) => {
      for (const job of jobs) await handle(payload.parse(job.data ?? {}), job.signal);
    });
    if (cron) await boss.schedule(name, cron, {}, { tz: "UTC" });
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 5_000 }) };
}
