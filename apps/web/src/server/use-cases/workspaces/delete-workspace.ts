import { DELETION_GRACE_DAYS, publicId } from "@hooklane/contracts";
import { audit, lockTenant } from "@hooklane/db";
import { deletionNotice } from "../../mail/account-mails.ts";
import { sendMail } from "../../mail/send-mail.ts";
import { done, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseStale, refuseWithout } from "../actor.ts";

const DAY_MS = 86_400_000;

/**
 * Marks a workspace for deletion. From now on its keys are refused and its active endpoints are paused, so nothing is accepted or sent; until the end of the grace its
 * owners can keep it after all.
 */
export async function deleteWorkspace(services: Services, acting: Acting): Promise<Result<{ delete_at: string }>> {
  const { db, now, publicUrl } = services;
  const refusal = refuseWithout("workspace:delete", acting) ?? refuseStale("workspace.delete", acting, now());
  if (refusal) return refusal;
  const { tenantId, actor, requestId } = acting;
  const result = await db.$transaction(async (tx) => {
    await lockTenant(tx, tenantId);
    const tenant = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId } });
    if (tenant.deleteAt) return done({ delete_at: tenant.deleteAt.toISOString() });
    const deleteAt = new Date(now() + DELETION_GRACE_DAYS * DAY_MS);
    const paused = await tx.subscription.updateManyAndReturn({
      where: { tenantId, state: "active" },
      data: { state: "paused" },
      select: { id: true },
    });
    await tx.tenant.update({ where: { id: tenantId }, data: { deleteAt, pausedForDeletion: paused.map(({ id }) => id) } });
    await audit(tx, now(), {
      tenantId,
      actor,
      action: "tenant.ask_to_delete",
      targetKind: "tenant",
      targetId: tenantId,
      after: { delete_at: deleteAt.toISOString(), endpoints_paused: paused.length },
      correlationId: requestId,
    });
    const owners = await tx.membership.findMany({ where: { tenantId, role: "owner" }, include: { user: { select: { email: true } } } });
    const url = `${publicUrl}/${publicId("tenant", tenantId)}/settings`;
    for (const { user } of owners)
      await sendMail(services, tx, deletionNotice(user.email, tenantId, tenant.name, deleteAt.toUTCString(), url));
    return done({ delete_at: deleteAt.toISOString() });
  });
  await services.refreshIndex();
  return result;
}

/** Keeps a workspace that was to be deleted, while its grace lasts: its keys work again, and the endpoints that were paused for it go on. */
export async function keepWorkspace(services: Services, acting: Acting): Promise<Result<{ delete_at: null }>> {
  const refusal = refuseWithout("workspace:delete", acting);
  if (refusal) return refusal;
  const { tenantId, actor, requestId } = acting;
  const { db, now } = services;
  const kept = await db.$transaction(async (tx): Promise<Result<{ delete_at: null }>> => {
    await lockTenant(tx, tenantId);
    const { deleteAt, pausedForDeletion } = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId } });
    if (!deleteAt) return done({ delete_at: null });
    if (deleteAt.getTime() <= now()) return refuse("unprocessable", "Its grace is over: it is being erased.");
    await tx.subscription.updateMany({ where: { tenantId, id: { in: pausedForDeletion }, state: "paused" }, data: { state: "active" } });
    await tx.tenant.update({ where: { id: tenantId }, data: { deleteAt: null, pausedForDeletion: [] } });
    await audit(tx, now(), {
      tenantId,
      actor,
      action: "tenant.keep",
      targetKind: "tenant",
      targetId: tenantId,
      before: { delete_at: deleteAt.toISOString() },
      after: { endpoints_resumed: pausedForDeletion.length },
      correlationId: requestId,
    });
    return done({ delete_at: null });
  });
  if (kept.ok) await services.refreshIndex();
  return kept;
}
