import type pg from "pg";
import { acknowledged, muted, settled } from "./alert-life.ts";
import { type AlertRow, lockAlerts, storeAlert } from "./alert-rows.ts";

/** What a member does about an alert. */
export type AlertVerb = { verb: "acknowledge" } | { verb: "mute"; untilMs: number } | { verb: "reopen" } | { verb: "resolve" };

/**
 * Acknowledges, mutes, opens again or resolves an alert by hand. One that is over stays as it is.
 * @param userId UUID of the member
 * @returns the alert before and after; the same when nothing changed; undefined when the tenant has none of this id
 */
export async function changeAlert(
  client: pg.ClientBase,
  nowMs: number,
  { tenantId, alertId, userId }: { tenantId: string; alertId: string; userId: string },
  change: AlertVerb,
): Promise<{ before: AlertRow; after: AlertRow } | undefined> {
  const [before] = await lockAlerts(client, "a.id = $1::uuid AND a.tenant_id = $2::uuid", [alertId, tenantId]);
  if (!before) return undefined;
  const after = changed(before, nowMs, userId, change);
  if (after !== before) await storeAlert(client, after);
  return { before, after };
}

function changed(row: AlertRow, nowMs: number, userId: string, change: AlertVerb): AlertRow {
  if (row.state === "resolved") return row;
  if (change.verb === "acknowledge") return row.state === "acknowledged" ? row : { ...row, ...acknowledged(row), acknowledgedBy: userId };
  if (change.verb === "mute") return { ...row, ...muted(row, change.untilMs) };
  if (change.verb === "reopen")
    return row.state === "open"
      ? row
      : { ...row, state: "open", mutedUntilMs: null, acknowledgedBy: null, noticeMs: row.isTold ? null : nowMs };
  return { ...row, ...settled(row, nowMs), resolvedBy: userId };
}
