import type { AlertKind } from "@hooklane/contracts";
import type pg from "pg";
import { type AcceptRules, acceptOperationalEvent } from "../operational/accept-operational-event.ts";
import { DAY_MS } from "../partitions/bounds.ts";
import { inTransaction } from "../pools/in-transaction.ts";
import { tellOver } from "./alert-events.ts";
import { woken } from "./alert-life.ts";
import { lockAlerts, storeAlert } from "./alert-rows.ts";
import { raiseAlert, settleRow } from "./raise-alert.ts";

const MINUTE_MS = 60_000;
/** Whoever sees that a trouble lasts says so again within this. */
export const STILL_THERE_MS = 5 * MINUTE_MS;
/** A trouble that lasts and was not confirmed for so long is over, although nobody said so: who knew of it has gone. */
const STALE_MS = 3 * STILL_THERE_MS;
/** Deliveries that die go on dying while the last one is no longer ago. */
const DEATHS_QUIET_MS = 60 * MINUTE_MS;
/** A previous secret that ends within this is told of, unless its grace was that short from the beginning. */
const ENDING_MS = 120 * MINUTE_MS;

/** Alerts of one rule, which are over when it holds. */
interface Ending {
  kinds: readonly AlertKind[] | null;
  /** Of a table `a`; $2 is ms since 1970 now. */
  isOver: string;
}

const seenBefore = (ms: number): string => `a.last_seen <= to_timestamp(($2::float8 - ${ms}) / 1000)`;
/** Workers that have just started have not confirmed what they know. */
const settledWorkers = `NOT EXISTS (SELECT FROM workers w WHERE w.started_at > to_timestamp(($2::float8 - ${STILL_THERE_MS}) / 1000))`;
const subscriptionIs = (condition: string): string =>
  `EXISTS (SELECT FROM subscriptions s WHERE s.id = a.subscription_id AND ${condition})`;

const endings: readonly Ending[] = [
  {
    kinds: ["configuration_error", "circuit_open", "host_unreachable", "lane_full", "backlog_age"],
    isOver: `${seenBefore(STALE_MS)} AND ${settledWorkers}`,
  },
  { kinds: ["ingest_quota"], isOver: seenBefore(STALE_MS) },
  { kinds: ["dead_letters"], isOver: seenBefore(DEATHS_QUIET_MS) },
  { kinds: ["replay_finished"], isOver: seenBefore(DAY_MS) },
  { kinds: ["endpoint_disabled"], isOver: subscriptionIs("s.state <> 'disabled'") },
  { kinds: ["shedding"], isOver: "NOT EXISTS (SELECT FROM lane_sheds w WHERE w.subscription_id = a.subscription_id AND w.is_shedding)" },
  {
    kinds: ["secret_expiring"],
    isOver:
      "NOT EXISTS (SELECT FROM subscription_secrets e WHERE e.subscription_id = a.subscription_id AND e.expires_at > to_timestamp($2::float8 / 1000))",
  },
  { kinds: null, isOver: subscriptionIs("s.state = 'deleted'") },
];

/**
 * Brings alerts to what holds now, where no fact of its own says so: mutes that ran out, troubles that nobody confirms any more, secrets that end soon. Run it
 * as often as you like, in as many processes.
 * @returns the shards that got work
 */
export async function reconcileAlerts(pool: pg.Pool, rules: () => AcceptRules): Promise<Set<number>> {
  const { nowMs } = rules();
  await inTransaction(pool, async (client) => {
    const muted = await lockAlerts(client, "a.state = 'muted' AND a.muted_until <= to_timestamp($1::float8 / 1000)", [nowMs]);
    for (const row of muted) await storeAlert(client, { ...row, ...woken(row, nowMs) });
  });
  const shards = new Set<number>();
  for (const { kinds, isOver } of endings) {
    const where = `a.state <> 'resolved' AND ($1::text[] IS NULL OR a.kind = ANY($1::text[])) AND $2::float8 > 0 AND ${isOver}`;
    await inTransaction(pool, async (client) => {
      for (const row of await lockAlerts(client, `a.subscription_id IS NOT NULL AND ${where}`, [kinds, nowMs]))
        await settleRow(client, row, nowMs);
    });
    // What is about no endpoint is told as well, each in a transaction of its own: an event's books are the last that one takes
    for (const { id } of await listAlertsOfTenants(pool, where, [kinds, nowMs])) {
      const told = await inTransaction(pool, async (client) => {
        const [row] = await lockAlerts(client, `a.id = $3::uuid AND ${where}`, [kinds, nowMs, id]);
        if (!row) return undefined;
        await settleRow(client, row, nowMs);
        return tellOver(client, rules(), row);
      });
      for (const shard of told?.shards ?? []) shards.add(shard);
    }
  }
  for (const shard of await tellEndingSecrets(pool, rules)) shards.add(shard);
  return shards;
}

async function listAlertsOfTenants(pool: pg.Pool, where: string, values: unknown[]): Promise<{ id: string }[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT a.id FROM alerts a WHERE a.subscription_id IS NULL AND ${where} ORDER BY a.id`,
    values,
  );
  return rows;
}

const endingSecrets = `
SELECT e.subscription_id AS "subscriptionId", max(e.expires_at) AS "expiresAt" FROM subscription_secrets e
JOIN subscriptions s ON s.id = e.subscription_id AND s.state <> 'deleted'
WHERE e.expires_at > to_timestamp($1::float8 / 1000) AND e.expires_at <= to_timestamp(($1::float8 + ${ENDING_MS}) / 1000)
  AND (SELECT max(n.created_at) FROM subscription_secrets n WHERE n.subscription_id = e.subscription_id) <= to_timestamp(($1::float8 - ${ENDING_MS}) / 1000)
  AND NOT EXISTS (SELECT FROM alerts a WHERE a.subscription_id = e.subscription_id AND a.tenant_id = s.tenant_id AND a.kind = 'secret_expiring' AND a.state <> 'resolved')
GROUP BY e.subscription_id`;

async function tellEndingSecrets(pool: pg.Pool, rules: () => AcceptRules): Promise<Set<number>> {
  const shards = new Set<number>();
  const { rows } = await pool.query<{ subscriptionId: string; expiresAt: Date }>(endingSecrets, [rules().nowMs]);
  for (const { subscriptionId, expiresAt } of rows) {
    const expires_at = expiresAt.toISOString();
    const accepted = await inTransaction(pool, async (client) => {
      const now = rules();
      await raiseAlert(client, now.nowMs, { kind: "secret_expiring", about: { subscriptionId }, evidence: { expires_at } });
      const fact = { type: "hooklane.secret.expiring", subscriptionId, fact: expires_at, data: { expires_at } } as const;
      return acceptOperationalEvent(client, now, fact);
    });
    for (const shard of accepted?.shards ?? []) shards.add(shard);
  }
  return shards;
}

const KEEP_DAYS = 90;

/** Deletes a batch of alerts that have been over for a quarter. @returns how many; a full batch means there may be more */
export async function deleteOldAlerts(pool: pg.Pool, nowMs: number, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    "DELETE FROM alerts WHERE id IN (SELECT id FROM alerts WHERE state = 'resolved' AND resolved_at < to_timestamp($1::float8 / 1000) LIMIT $2)",
    [nowMs - KEEP_DAYS * DAY_MS, limit],
  );
  return rowCount ?? 0;
}
