import { publicId } from "@hooklane/contracts";
import type pg from "pg";
import { raiseAlert } from "../alerts/raise-alert.ts";
import { inTransaction } from "../pools/in-transaction.ts";
import { type AcceptRules, acceptOperationalEvent } from "./accept-operational-event.ts";

/**
 * A minute is reported this long after its end: by then every statement that counted on it has ended, as none of them may take longer
 * than the hot sessions' statement timeout.
 */
const SETTLED_AFTER = "interval '90 seconds'";

const TAKE = `DELETE FROM dead_minutes WHERE (subscription_id, minute) = (
    SELECT subscription_id, minute FROM dead_minutes WHERE minute <= now() - ${SETTLED_AFTER} ORDER BY minute, subscription_id LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING subscription_id AS "subscriptionId", minute, count, latest`;

const LATEST = `SELECT d.event_id AS "eventId", d.reason, d.last_status AS "lastStatus", coalesce(l.dead_count, 0) AS "deadCount"
  FROM deliveries d LEFT JOIN lane_stats l ON l.subscription_id = d.subscription_id WHERE d.id = $1`;

interface DeadMinute {
  subscriptionId: string;
  minute: Date;
  count: number;
  latest: string;
}

const MINUTE_MS = 60_000;

/**
 * Tells tenants what died: one `hooklane.delivery.dead` per subscription and minute, and an alert as long as they die. Taking a minute, the
 * alert and the event are one transaction, so a crash
 * tells nothing twice and loses nothing, and any number of processes may do it at a time.
 * @param signal ends it between two minutes
 * @returns the shards that got work
 */
export async function reportDeaths(pool: pg.Pool, rules: () => AcceptRules, signal: AbortSignal): Promise<Set<number>> {
  const shards = new Set<number>();
  for (let isMore = true; isMore && !signal.aborted; ) {
    isMore = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<DeadMinute>(TAKE);
      const accepted = rows[0] && (await report(client, rules(), rows[0]));
      for (const shard of accepted?.shards ?? []) shards.add(shard);
      return rows.length > 0;
    });
  }
  return shards;
}

async function report(client: pg.PoolClient, rules: AcceptRules, { subscriptionId, minute, count, latest }: DeadMinute) {
  const { rows } = await client.query<{ eventId: string; reason: string | null; lastStatus: number | null; deadCount: number }>(LATEST, [
    latest,
  ]);
  const { reason = null, lastStatus = null } = rows[0] ?? {};
  await raiseAlert(client, rules.nowMs, {
    kind: "dead_letters",
    about: { subscriptionId },
    evidence: { deaths: count, reason, last_status: lastStatus },
    addsUp: "deaths",
  });
  const from = minute.toISOString();
  return acceptOperationalEvent(client, rules, {
    type: "hooklane.delivery.dead",
    subscriptionId,
    fact: from,
    data: {
      from,
      until: new Date(minute.getTime() + MINUTE_MS).toISOString(),
      count,
      dead_count: Math.max(0, rows[0]?.deadCount ?? 0),
      latest: rows[0]
        ? {
            delivery_id: publicId("delivery", latest),
            event_id: publicId("event", rows[0].eventId),
            reason: rows[0].reason,
            last_status: rows[0].lastStatus,
          }
        : null,
    },
  });
}
