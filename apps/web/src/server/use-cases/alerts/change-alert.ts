import type { AlertView } from "@hooklane/contracts";
import { type AlertVerb, auditOnSession, changeAlert as change, inTransaction } from "@hooklane/db";
import { notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseWithout } from "../actor.ts";
import { getAlert } from "./get-alert.ts";

/** Acknowledges, mutes, opens again or resolves an alert by hand. Asking for what it is already, or of one that is over, changes nothing. */
export async function changeAlert(services: Services, acting: Acting, alertId: string, verb: AlertVerb): Promise<Result<AlertView>> {
  const refusal = refuseWithout("alerts:write", acting);
  if (refusal) return refusal;
  const { tenantId, actor, requestId } = acting;
  if (actor.kind !== "user") return notFound;
  const nowMs = services.now();
  const changed = await inTransaction(services.pool, async (client) => {
    const result = await change(client, nowMs, { tenantId, alertId, userId: actor.id }, verb);
    if (!result || result.before === result.after) return result;
    const { before, after } = result;
    await auditOnSession(client, nowMs, {
      tenantId,
      actor,
      action: `alert.${verb.verb}`,
      targetKind: "alert",
      targetId: alertId,
      before: { kind: before.kind, state: before.state },
      after: { kind: after.kind, state: after.state, ...(verb.verb === "mute" && { muted_until: new Date(verb.untilMs).toISOString() }) },
      correlationId: requestId,
    });
    return result;
  });
  return changed ? getAlert(services, tenantId, alertId) : notFound;
}
