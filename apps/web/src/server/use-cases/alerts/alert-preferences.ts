import { type AlertChoice, type AlertPreferences, alertKindNames } from "@hooklane/contracts";
import { auditOnSession, inTransaction, readAlertPreferences, setAlertChoice, setAlertDefault } from "@hooklane/db";
import { done, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseWithout } from "../actor.ts";

/** Of which kinds of alerts a member gets mail, by the workspace's say and their own. */
export async function getAlertPreferences({ pool }: Services, { tenantId, actor }: Acting): Promise<AlertPreferences> {
  const stored = await readAlertPreferences(pool, tenantId, "id" in actor ? actor.id : tenantId);
  const kinds = alertKindNames.map((kind) => ({
    kind,
    workspace: stored.workspace.get(kind) ?? true,
    mine: stored.mine.get(kind) ?? null,
  }));
  return { kinds };
}

/** A member's own choice for one kind; null takes it back. */
export async function chooseAlertMail(
  services: Services,
  acting: Acting,
  { kind, by_mail }: AlertChoice,
): Promise<Result<AlertPreferences>> {
  const refusal = refuseWithout("notifications:write", acting);
  if (refusal) return refusal;
  const { tenantId, actor, requestId } = acting;
  if (actor.kind !== "user") return refuse("forbidden", "Only a member has mail to choose.");
  await inTransaction(services.pool, async (client) => {
    await setAlertChoice(client, { tenantId, userId: actor.id }, kind, by_mail);
    await auditOnSession(client, services.now(), {
      tenantId,
      actor,
      action: "notifications.choose",
      targetKind: "user",
      targetId: actor.id,
      after: { kind, by_mail },
      correlationId: requestId,
    });
  });
  return done(await getAlertPreferences(services, acting));
}

/** What the workspace's members get of one kind unless they choose for themselves. */
export async function setAlertMailDefault(
  services: Services,
  acting: Acting,
  kind: AlertChoice["kind"],
  byMail: boolean,
): Promise<Result<AlertPreferences>> {
  const refusal = refuseWithout("members:write", acting);
  if (refusal) return refusal;
  const { tenantId, actor, requestId } = acting;
  await inTransaction(services.pool, async (client) => {
    await setAlertDefault(client, tenantId, kind, byMail);
    await auditOnSession(client, services.now(), {
      tenantId,
      actor,
      action: "notifications.set_default",
      targetKind: "tenant",
      targetId: tenantId,
      after: { kind, by_mail: byMail },
      correlationId: requestId,
    });
  });
  return done(await getAlertPreferences(services, acting));
}
