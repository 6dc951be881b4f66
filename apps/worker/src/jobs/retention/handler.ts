import {
  deleteIdempotencyKeys,
  deleteOldAlerts,
  deleteOldAudit,
  deleteOldInboxRequests,
  deleteOldMails,
  deleteOldReplays,
  deleteOldTypeHours,
  deleteOldWaits,
  dropOldPartitions,
  withSession,
} from "@hooklane/db";
import type pg from "pg";
import type { Logger } from "pino";

const BATCH = 5_000;

/** Drops the ledger's old days and deletes old idempotency keys, replays, waits of lanes, hours of event types, mails, alerts, requests of inboxes and audit entries. */
export async function retain(
  deps: { pool: pg.Pool; ownerUrl: string; now: () => number; log: Logger },
  signal: AbortSignal,
): Promise<void> {
  const { dropped, kept } = await withSession(deps.ownerUrl, "hooklane-retention", (client) => dropOldPartitions(client, deps.now()));
  if (dropped.length > 0) deps.log.info({ partitions: dropped }, "old partitions dropped");
  if (kept.length > 0) deps.log.error({ partitions: kept }, "old partitions hold open deliveries and were kept");
  while (!signal.aborted && (await deleteIdempotencyKeys(deps.pool, BATCH)) === BATCH);
  while (!signal.aborted && (await deleteOldReplays(deps.pool, deps.now(), BATCH)) === BATCH);
  while (!signal.aborted && (await deleteOldWaits(deps.pool, deps.now(), BATCH)) === BATCH);
  while (!signal.aborted && (await deleteOldTypeHours(deps.pool, deps.now(), BATCH)) === BATCH);
  await withSession(deps.ownerUrl, "hooklane-retention", async (client) => {
    while (!signal.aborted && (await deleteOldAudit(client, deps.now(), BATCH)) === BATCH);
  });
  while (!signal.aborted && (await deleteOldAlerts(deps.pool, deps.now(), BATCH)) === BATCH);
  while (!signal.aborted && (await deleteOldMails(deps.pool, deps.now(), BATCH)) === BATCH);
  while (!signal.aborted && (await deleteOldInboxRequests(deps.pool, deps.now(), BATCH)) === BATCH);
}
