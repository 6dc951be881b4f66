import type pg from "pg";
import { uuidFloor } from "../ids/uuid-v7.ts";
import type { JobSender } from "../jobs/boss.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { inTransaction } from "../pools/in-transaction.ts";
import { dueNotice, told } from "./alert-life.ts";
import { type AlertRow, alertColumns, storeAlert } from "./alert-rows.ts";
import { digestContent, type NoticeContext, noticeContent } from "./notice-content.ts";

/** Mails about single alerts that one member is sent within an hour; of the others a number is told. */
export const MAX_ALERT_MAILS_PER_HOUR = 10;
const HOUR_MS = 3_600_000;
/** Alerts told of per transaction. */
const BATCH = 50;

export interface NoticeRules {
  nowMs: number;
  /** Where people reach the dashboard; no slash at its end. */
  publicUrl: string;
}

const due = `SELECT ${alertColumns} FROM alerts a WHERE a.notice_at <= to_timestamp($1::float8 / 1000) ORDER BY a.notice_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;

/** Those who run the workspace and those who registered the endpoint, or one on the host; each as the workspace's and their own choice allow. */
const recipientsQuery = `
SELECT u.id, u.email FROM memberships m JOIN users u ON u.id = m.user_id
LEFT JOIN alert_defaults d ON d.tenant_id = m.tenant_id AND d.kind = $2
LEFT JOIN alert_choices c ON c.tenant_id = m.tenant_id AND c.user_id = m.user_id AND c.kind = $2
WHERE m.tenant_id = $1 AND u.disabled_at IS NULL AND coalesce(c.by_mail, d.by_mail, true) AND (
  m.role = 'owner' OR EXISTS (
    SELECT FROM subscriptions s WHERE s.created_by = u.id AND s.tenant_id = m.tenant_id AND s.state <> 'deleted' AND (s.id = $3::uuid OR s.host = $4)))
ORDER BY u.id`;

const contextQuery = `SELECT t.name AS workspace, split_part(s.url, '?', 1) AS url, greatest(coalesce(l.dead_count, 0), 0)::integer AS "deadCount", l.oldest_dead_at AS "oldestDeadAt"
  FROM tenants t LEFT JOIN subscriptions s ON s.id = $2::uuid LEFT JOIN lane_stats l ON l.subscription_id = s.id WHERE t.id = $1`;

/**
 * Tells people by mail of alerts that opened or are over, and of those they were not told one by one. That somebody was told, and the mail that tells them,
 * are one transaction; any number of processes may do it at a time.
 * @returns how many alerts were told of
 */
export async function sendNotices(pool: pg.Pool, jobs: Pick<JobSender, "send">, rules: () => NoticeRules): Promise<number> {
  let sent = 0;
  for (let isMore = true; isMore; ) {
    const n = await inTransaction(pool, async (client) => {
      const now = rules();
      const { rows } = await client.query<AlertRow>(due, [now.nowMs]);
      for (const alert of rows) await tell(client, jobs, now, alert);
      return rows.length;
    });
    sent += n;
    isMore = n === BATCH;
  }
  await inTransaction(pool, (client) => sendDigests(client, jobs, rules()));
  return sent;
}

async function tell(client: pg.PoolClient, jobs: Pick<JobSender, "send">, rules: NoticeRules, alert: AlertRow): Promise<void> {
  const notice = dueNotice(alert, rules.nowMs);
  if (!notice) return;
  await storeAlert(client, { ...alert, ...told(alert, rules.nowMs) });
  const { tenantId, kind, subscriptionId, host } = alert;
  const { rows } = await client.query<{ id: string; email: string }>(recipientsQuery, [tenantId, kind, subscriptionId, host]);
  if (rows.length === 0) return;
  const context = await client.query<NoticeContext>(contextQuery, [tenantId, subscriptionId]);
  if (!context.rows[0]) return;
  const content = noticeContent(alert, notice, context.rows[0], rules.publicUrl);
  for (const { id, email } of rows) {
    if (await isOverLimit(client, rules.nowMs, email)) await hold(client, rules.nowMs, tenantId, id);
    else await queueMail(client, jobs, rules.nowMs, { to: email, kind: `alert-${notice}`, tenantId, content });
  }
}

async function isOverLimit(client: pg.PoolClient, nowMs: number, recipient: string): Promise<boolean> {
  const { rows } = await client.query<{ n: number }>(
    "SELECT count(*)::integer AS n FROM mails WHERE id >= $1::uuid AND recipient = $2 AND kind IN ('alert-opened', 'alert-resolved')",
    [uuidFloor(nowMs - HOUR_MS), recipient],
  );
  return (rows[0]?.n ?? 0) >= MAX_ALERT_MAILS_PER_HOUR;
}

async function hold(client: pg.PoolClient, nowMs: number, tenantId: string, userId: string): Promise<void> {
  await client.query(
    `INSERT INTO alert_digests AS d (tenant_id, user_id, held, due_at) VALUES ($1::uuid, $2::uuid, 1, to_timestamp($3::float8 / 1000))
     ON CONFLICT (tenant_id, user_id) DO UPDATE SET held = d.held + 1`,
    [tenantId, userId, nowMs + HOUR_MS],
  );
}

async function sendDigests(client: pg.PoolClient, jobs: Pick<JobSender, "send">, { nowMs, publicUrl }: NoticeRules): Promise<void> {
  const { rows } = await client.query<{ tenantId: string; held: number; email: string | null; workspace: string | null }>(
    `WITH gone AS (
       DELETE FROM alert_digests WHERE (tenant_id, user_id) IN (
         SELECT tenant_id, user_id FROM alert_digests WHERE due_at <= to_timestamp($1::float8 / 1000) LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
       RETURNING tenant_id, user_id, held)
     SELECT g.tenant_id AS "tenantId", g.held, u.email, t.name AS workspace FROM gone g
     JOIN memberships m ON m.tenant_id = g.tenant_id AND m.user_id = g.user_id
     JOIN users u ON u.id = g.user_id AND u.disabled_at IS NULL JOIN tenants t ON t.id = g.tenant_id`,
    [nowMs],
  );
  for (const { tenantId, held, email, workspace } of rows) {
    if (email === null || workspace === null) continue;
    await queueMail(client, jobs, nowMs, {
      to: email,
      kind: "alert-digest",
      tenantId,
      content: digestContent({ tenantId, held, workspace, publicUrl }),
    });
  }
}
