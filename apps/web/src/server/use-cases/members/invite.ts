import { type AuditActionOf, type InvitationView, publicId, type Role } from "@hooklane/contracts";
import {
  audit,
  closeInvitation,
  createInvitation,
  findInvitation,
  findUserByEmail,
  type Invitation,
  listInvitations,
  lockTenant,
  type Prisma,
  renewInvitation,
} from "@hooklane/db";
import { atomically } from "../../atomically.ts";
import { hashToken, newToken } from "../../auth/token.ts";
import { invitationMail, linkTo } from "../../mail/account-mails.ts";
import { sendMail } from "../../mail/send-mail.ts";
import { done, notFound, type Refusal, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseStale, refuseWithout } from "../actor.ts";
import { invitationView } from "./member-view.ts";

const MAX_OPEN = 100;

/** The person who invites; programs do not. */
function inviter(acting: Acting, role: Role): { ok: true; userId: string } | Refusal {
  const refusal = refuseWithout("members:write", acting) ?? (role === "owner" ? refuseWithout("owners:write", acting) : undefined);
  if (refusal) return refusal;
  return acting.actor.kind === "user" ? { ok: true, userId: acting.actor.id } : refuse("forbidden", "People are invited by people.");
}

/** Asks a person into a tenant, by mail. An open invitation of theirs is replaced by this one. */
export async function invite(
  services: Services,
  acting: Acting,
  { email, role }: { email: string; role: Role },
): Promise<Result<InvitationView>> {
  const by = inviter(acting, role);
  if (!by.ok) return by;
  const stale = refuseStale("invitations.create", acting, services.now());
  if (stale) return stale;
  const { tenantId, actor, requestId } = acting;
  const { db, now } = services;
  return atomically(db, async (tx): Promise<Result<InvitationView>> => {
    await lockTenant(tx, tenantId);
    const known = await findUserByEmail(tx, email);
    if (known?.memberships.some((membership) => membership.tenantId === tenantId)) {
      return refuse("already_exists", "This person is a member already.", "email");
    }
    const open = await listInvitations(tx, tenantId);
    const earlier = open.find((one) => one.email === email);
    if (earlier?.role === "owner") {
      const refusal = refuseWithout("owners:write", acting);
      if (refusal) return refusal;
    }
    if (!earlier && open.length >= MAX_OPEN) {
      return refuse("limit_reached", `At most ${MAX_OPEN} invitations are open at once: revoke some first.`);
    }
    if (earlier) await closeInvitation(tx, now(), earlier.id, "revoked");
    const token = newToken();
    const row = await createInvitation(tx, now(), { tenantId, email, role, tokenHash: hashToken(token), invitedBy: by.userId });
    await audit(tx, now(), {
      tenantId,
      actor,
      action: "invitation.create",
      targetKind: "invitation",
      targetId: row.id,
      after: { email, role },
      correlationId: requestId,
    });
    return done(await mailInvitation(services, tx, row, token));
  });
}

/** Mails an invitation anew, with a new link and its whole time again. The old link is void. */
export async function resendInvitation(services: Services, acting: Acting, id: string): Promise<Result<InvitationView>> {
  const refusal = refuseWithout("members:write", acting) ?? refuseStale("invitations.resend", acting, services.now());
  if (refusal) return refusal;
  return changeInvitation(services, acting, id, "invitation.resend", async (tx) => {
    const token = newToken();
    const row = await renewInvitation(tx, services.now(), id, hashToken(token));
    return mailInvitation(services, tx, row, token);
  });
}

/** Takes an invitation back: its link is void. */
export async function revokeInvitation(services: Services, acting: Acting, id: string): Promise<Result<{ id: string }>> {
  return changeInvitation(services, acting, id, "invitation.revoke", async (tx) => {
    await closeInvitation(tx, services.now(), id, "revoked");
    return { id: publicId("invitation", id) };
  });
}

async function changeInvitation<T>(
  services: Services,
  acting: Acting,
  id: string,
  action: AuditActionOf<"invitation">,
  change: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<Result<T>> {
  const refusal = refuseWithout("members:write", acting);
  if (refusal) return refusal;
  const { tenantId, actor, requestId } = acting;
  return atomically(services.db, async (tx): Promise<Result<T>> => {
    await lockTenant(tx, tenantId);
    const open = await findInvitation(tx, tenantId, id);
    if (!open) return notFound;
    const touching = open.role === "owner" ? refuseWithout("owners:write", acting) : undefined;
    if (touching) return touching;
    const value = await change(tx);
    await audit(tx, services.now(), {
      tenantId,
      actor,
      action,
      targetKind: "invitation",
      targetId: id,
      after: { email: open.email, role: open.role },
      correlationId: requestId,
    });
    return done(value);
  });
}

async function mailInvitation(services: Services, tx: Prisma.TransactionClient, row: Invitation, token: string): Promise<InvitationView> {
  const tenant = await tx.tenant.findUniqueOrThrow({ where: { id: row.tenantId }, select: { name: true } });
  const by =
    row.invitedBy === null ? null : await tx.user.findUnique({ where: { id: row.invitedBy }, select: { name: true, email: true } });
  const url = linkTo(services.publicUrl, "/invitation", token);
  const invitedBy = by ? by.name || by.email : "A member";
  await sendMail(
    services,
    tx,
    invitationMail(row.email, { tenantId: row.tenantId, workspace: tenant.name, role: row.role, invitedBy, url }),
  );
  return invitationView(row, new Map(by && row.invitedBy ? [[row.invitedBy, by.email]] : []), services.now());
}
