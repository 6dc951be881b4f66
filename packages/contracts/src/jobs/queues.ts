import { z } from "zod";

const uuid = z.guid();

/** The queues of background jobs: payload schema, and a cron line (UTC) where the job runs by the clock. */
export const queues = {
  /** Writes the deliveries of an event that matched too many subscriptions for its accepting transaction. */
  "fan-out": { payload: z.object({ event_id: uuid }), cron: undefined },
  /** Ends the pending deliveries of a subscription that was deleted or disabled. */
  "end-pending": {
    payload: z.object({ subscription_id: uuid, reason: z.enum(["subscription_deleted", "subscription_disabled"]) }),
    cron: undefined,
  },
  /** Tells tenants which of their deliveries died. */
  "report-deaths": { payload: z.object({}), cron: "* * * * *" },
  /** Sends one mail of the outbox. */
  mail: { payload: z.object({ mail_id: uuid }), cron: undefined },
  /** Opens and resolves alerts of what time alone brings about. */
  alerts: { payload: z.object({}), cron: "* * * * *" },
  /** One step of a bulk replay, which sends the next. */
  replay: { payload: z.object({ job_id: uuid, step: z.int() }), cron: undefined },
  /** Begins the steps of bulk replays anew where a crash has broken their chain, and tells tenants of those that are over. */
  "replay-watch": { payload: z.object({}), cron: "* * * * *" },
  /** Ends the deliveries that are still open of an event whose payload was erased. */
  "end-erased": { payload: z.object({ event_id: uuid }), cron: undefined },
  /** Ends the support visits that ran out and to which nobody came back. */
  "end-visits": { payload: z.object({}), cron: "* * * * *" },
  /** Erases the workspaces whose grace is over. */
  "erase-tenants": { payload: z.object({}), cron: "23 * * * *" },
  /** Makes the coming days' partitions and keeps the newest ones' statistics fresh. */
  partitions: { payload: z.object({}), cron: "* * * * *" },
  /** Drops partitions, idempotency keys, replays, mails, alerts and roll-ups past their keeping. */
  retention: { payload: z.object({}), cron: "17 * * * *" },
  /** Folds the roll-ups of minutes into hours and days. */
  "roll-up": { payload: z.object({}), cron: "*/5 * * * *" },
  /** Notes what arrived and what waits in the minute's roll-ups, and counts events by type. */
  "sample-lanes": { payload: z.object({}), cron: "* * * * *" },
  /** Sets the lanes' books to what the ledger says. */
  recount: { payload: z.object({}), cron: "41 * * * *" },
  /** Seals what of endpoints' URLs and headers was stored before such things were sealed. */
  "seal-credentials": { payload: z.object({}), cron: "11 * * * *" },
  /** Finds lanes whose plan allows less than the last month's traffic needs. */
  "review-capacity": { payload: z.object({}), cron: "23 3 1 * *" },
} as const;

export type QueueName = keyof typeof queues;
export type JobPayload<Q extends QueueName> = z.infer<(typeof queues)[Q]["payload"]>;
export const queueNames = Object.keys(queues) as QueueName[];

export interface QueueSettings {
  /** How many jobs a worker takes at once, to work on one after the other. */
  batch: number;
  /** How long a job that has ended is kept, in seconds. */
  keepSeconds: number;
}

/** Steps of replays are many and short; other queues have the defaults of pg-boss. */
export const queueSettings: Partial<Record<QueueName, QueueSettings>> = { replay: { batch: 8, keepSeconds: 600 } };
