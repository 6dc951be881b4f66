import { type AlertEvidence, type AlertKind, alertKinds } from "@hooklane/contracts";
import type pg from "pg";
import { uuidV7 } from "../ids/uuid-v7.ts";
import { raised, settled } from "./alert-life.ts";
import { type AlertRow, alertColumns, insertAlert, lockAlerts, storeAlert } from "./alert-rows.ts";

/** What an alert is about, by UUID: an endpoint of a tenant, a replay of it, a tenant's endpoints on one host, a tenant. */
export type AlertSubject = { subscriptionId: string; jobId?: string } | { tenantId: string; host: string } | { tenantId: string };

/** Trouble that was seen. */
export type Trouble<K extends AlertKind = AlertKind> = K extends AlertKind
  ? {
      kind: K;
      about: AlertSubject;
      evidence: AlertEvidence<K>;
      /** False: it merely goes on. */
      isNews?: boolean;
      /** The number in the evidence that adds up while the alert is open. */
      addsUp?: keyof AlertEvidence<K> & string;
    }
  : never;

/** Trouble that is over. */
export interface Relief {
  kind: AlertKind;
  about: AlertSubject;
}

interface Group {
  tenantId: string;
  subject: string;
  subscriptionId: string | null;
  host: string | null;
}

/** A group that keeps changing under two of them is settled by the third look. */
const TRIES = 3;

/**
 * Opens the alert of a group, in the transaction that writes the fact it comes from; while one is open, it is only seen again. Who is to hear of it is told
 * from the row, once, by whoever looks for notices.
 * @returns whether an alert began or came back; undefined when the endpoint is gone
 */
export async function raiseAlert(
  client: pg.ClientBase,
  nowMs: number,
  { kind, about, evidence: seen, isNews = true, addsUp }: Trouble,
): Promise<boolean | undefined> {
  const evidence: Record<string, unknown> = seen;
  const group = await groupOf(client, about);
  if (!group) return undefined;
  for (let tries = 1; ; tries++) {
    const latest = await lockLatest(client, group, kind);
    const { isNew, life } = raised(latest, nowMs, isNews);
    if (latest && !isNew) {
      const wasOver = latest.state === "resolved";
      const sum = addsUp && !wasOver ? { [addsUp]: Number(latest.evidence[addsUp] ?? 0) + Number(evidence[addsUp]) } : {};
      const people = wasOver ? { resolvedBy: null, acknowledgedBy: null } : {};
      await storeAlert(client, { ...latest, ...life, ...people, evidence: { ...evidence, ...sum } });
      return wasOver;
    }
    const row: AlertRow = { ...life, ...group, id: uuidV7(nowMs), kind, evidence, resolvedBy: null, acknowledgedBy: null };
    if (await insertAlert(client, row)) return true;
    if (tries === TRIES) throw new Error(`the alerts of ${kind} about ${group.subject} keep changing`);
  }
}

/** Ends the open alert of a group, if there is one, in the transaction of the fact that says so. @returns the alert that was ended, as it was */
export async function settleAlert(client: pg.ClientBase, nowMs: number, { kind, about }: Relief): Promise<AlertRow | undefined> {
  const group = await groupOf(client, about);
  if (!group) return undefined;
  const where = "a.tenant_id = $1::uuid AND a.kind = $2 AND a.subject = $3 AND a.state <> 'resolved'";
  const [row] = await lockAlerts(client, where, [group.tenantId, kind, group.subject]); // a unique index allows no second
  if (row) await settleRow(client, row, nowMs);
  return row;
}

/** Ends all open alerts about an endpoint: it was deleted, or begins anew. @param kinds of these alone; absent: of all */
export async function settleAlertsOf(
  client: pg.ClientBase,
  nowMs: number,
  tenantId: string,
  subscriptionId: string,
  kinds?: readonly AlertKind[],
): Promise<void> {
  const where =
    "a.tenant_id = $1::uuid AND a.subscription_id = $2::uuid AND a.state <> 'resolved' AND ($3::text[] IS NULL OR a.kind = ANY($3::text[]))";
  for (const row of await lockAlerts(client, where, [tenantId, subscriptionId, kinds ?? null])) await settleRow(client, row, nowMs);
}

/** Ends one alert that is locked. Of a moment that has passed nobody is told. */
export const settleRow = (client: pg.ClientBase, row: AlertRow, nowMs: number): Promise<void> =>
  storeAlert(client, { ...row, ...settled(row, nowMs, alertKinds[row.kind].isMoment) });

async function groupOf(client: pg.ClientBase, about: AlertSubject): Promise<Group | undefined> {
  if (!("subscriptionId" in about)) {
    const host = "host" in about ? about.host : null;
    return { tenantId: about.tenantId, subject: host === null ? "workspace" : `host ${host}`, subscriptionId: null, host };
  }
  const { subscriptionId, jobId } = about;
  const { rows } = await client.query<{ tenantId: string }>(
    `SELECT tenant_id AS "tenantId" FROM subscriptions WHERE id = $1::uuid AND state <> 'deleted'`,
    [subscriptionId],
  );
  const [found] = rows;
  if (!found) return undefined;
  const subject = jobId === undefined ? `subscription ${subscriptionId}` : `job ${jobId}`;
  return { tenantId: found.tenantId, subject, subscriptionId, host: null };
}

async function lockLatest(client: pg.ClientBase, { tenantId, subject }: Group, kind: AlertKind): Promise<AlertRow | undefined> {
  const { rows } = await client.query<AlertRow>(
    `SELECT ${alertColumns} FROM alerts a WHERE a.tenant_id = $1::uuid AND a.kind = $2 AND a.subject = $3 ORDER BY a.id DESC LIMIT 1 FOR UPDATE`,
    [tenantId, kind, subject],
  );
  return rows[0];
}
