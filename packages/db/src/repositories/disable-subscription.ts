import type { AuditAction } from "@hooklane/contracts";
import type pg from "pg";
import { raiseAlert } from "../alerts/raise-alert.ts";
import type { Sealed } from "../crypto/key-ring.ts";
import type { JobSender } from "../jobs/boss.ts";
import { type AcceptRules, acceptOperationalEvent } from "../operational/accept-operational-event.ts";
import { inTransaction } from "../pools/in-transaction.ts";

const action: AuditAction = "subscription.disable";

/**
 * Disables a subscription on the platform's own account and sends the job that ends its pending deliveries, with the audit row, the alert and the event
 * that tell its tenant, in one transaction.
 * @param from where the answer came from that is the reason, as it is stored: a subscription that has moved since is left alone
 * @returns whether it was enabled before
 */
export async function disableSubscription(
  pool: pg.Pool,
  jobs: JobSender,
  auditId: string,
  subscriptionId: string,
  from: { url: string; sealedQuery: Sealed | null },
  reason: string,
  rules: AcceptRules,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      `UPDATE subscriptions SET state = 'disabled', disabled_reason = $2
       WHERE id = $1 AND url = $3 AND query_sealed IS NOT DISTINCT FROM $4 AND state IN ('active', 'paused') RETURNING tenant_id`,
      [subscriptionId, reason, from.url, from.sealedQuery?.sealed ?? null],
    );
    if (!rows[0]) return false;
    await client.query(
      `INSERT INTO audit_log (id, tenant_id, actor_kind, action, target_kind, target_id, after)
       VALUES ($1, $2, 'system', $5, 'subscription', $3, jsonb_build_object('state', 'disabled', 'reason', $4::text))`,
      [auditId, rows[0].tenant_id, subscriptionId, reason, action],
    );
    await jobs.send(client, "end-pending", { subscription_id: subscriptionId, reason: "subscription_disabled" });
    const disabledAt = new Date(rules.nowMs).toISOString();
    await raiseAlert(client, rules.nowMs, {
      kind: "endpoint_disabled",
      about: { subscriptionId },
      evidence: { reason, disabled_at: disabledAt },
    });
    await acceptOperationalEvent(client, rules, {
      type: "hooklane.subscription.disabled",
      subscriptionId,
      fact: disabledAt,
      data: { disabled_at: disabledAt, reason },
    });
    return true;
  });
}
