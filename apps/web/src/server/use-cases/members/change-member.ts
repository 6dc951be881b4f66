import type { Role } from "@hooklane/contracts";
import { audit, countOwners, deleteMember, findMember, lockTenant, type Prisma, revokeSessions, setMemberRole } from "@hooklane/db";
import { atomically } from "../../atomically.ts";
import { membershipNotice } from "../../mail/account-mails.ts";
import { sendMail } from "../../mail/send-mail.ts";
import { done, notFound, type Refusal, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseStale, refuseWithout } from "../actor.ts";

const lastOwner = refuse("unprocessable", "A workspace keeps at least one owner: make somebody else an owner first.", "role");

/** Only owners make owners, and only owners change or remove one. */
function refuseTouching(acting: Acting, before: Role, after: Role | undefined): Refusal | undefined {
  return before === "owner" || after === "owner" ? refuseWithout("owners:write", acting) : undefined;
}

const isLastOwner = async (tx: Prisma.TransactionClient, tenantId: string, role: Role): Promise<boolean> =>
  role === "owner" && (await countOwners(tx, tenantId)) <= 1;

const workspaceOf = async (tx: Prisma.TransactionClient, id: string): Promise<string> =>
  (await tx.tenant.findUniqueOrThrow({ where: { id }, select: { name: true } })).name;

/** Gives a member another role. All sessions of that person end: they sign in again with what they are now. */
export async function changeRole(services: Services, acting: Acting, userId: string, role: Role): Promise<Result<{ role: Role }>> {
  const { db, now } = services;
  const refusal = refuseWithout("members:write", acting) ?? refuseStale("members.changeRole", acting, now());
  if (refusal) return refusal;
  const { tenantId, actor, requestId } = acting;
  return atomically(db, async (tx): Promise<Result<{ role: Role }>> => {
    await lockTenant(tx, tenantId);
    const member = await findMember(tx, tenantId, userId);
    if (!member) return notFound;
    const before = member.role as Role;
    const touching = refuseTouching(acting, before, role);
    if (touching) return touching;
    if (before === role) return done({ role });
    if (await isLastOwner(tx, tenantId, before)) return lastOwner;
    await setMemberRole(tx, tenantId, userId, role);
    const ended = await revokeSessions(tx, now(), userId, { allBut: undefined });
    await audit(tx, now(), {
      tenantId,
      actor,
      action: "member.change_role",
      targetKind: "user",
      targetId: userId,
      before: { role: before },
      after: { role, email: member.user.email, sessions_ended: ended.length },
      correlationId: requestId,
    });
    const workspace = await workspaceOf(tx, tenantId);
    const what = `You are ${role} in the workspace ${workspace} from now on; you were ${before}. Sign in again.`;
    await sendMail(services, tx, membershipNotice(member.user.email, tenantId, `Your role in ${workspace} was changed`, what));
    return done({ role });
  });
}

/** Takes a member out of a tenant, or lets one leave it. Their sessions end, unless they leave by themselves; keys that they made stay, since programs rely on them. */
export async function removeMember(services: Services, acting: Acting, userId: string): Promise<Result<{ removed: true }>> {
  const { tenantId, actor, requestId } = acting;
  const leaves = actor.kind === "user" && actor.id === userId && actor.onBehalfOf === undefined;
  const { db, now } = services;
  const refusal = leaves ? undefined : (refuseWithout("members:write", acting) ?? refuseStale("members.remove", acting, now()));
  if (refusal) return refusal;
  return atomically(db, async (tx): Promise<Result<{ removed: true }>> => {
    await lockTenant(tx, tenantId);
    const member = await findMember(tx, tenantId, userId);
    if (!member) return notFound;
    const role = member.role as Role;
    const touching = leaves ? undefined : refuseTouching(acting, role, undefined);
    if (touching) return touching;
    if (await isLastOwner(tx, tenantId, role)) return lastOwner;
    await deleteMember(tx, tenantId, userId);
    const ended = leaves ? [] : await revokeSessions(tx, now(), userId, { allBut: undefined });
    await audit(tx, now(), {
      tenantId,
      actor,
      action: leaves ? "member.leave" : "member.remove",
      targetKind: "user",
      targetId: userId,
      before: { role, email: member.user.email },
      after: { sessions_ended: ended.length },
      correlationId: requestId,
    });
    if (!leaves) {
      const workspace = await workspaceOf(tx, tenantId);
      const what = `You are no member of the workspace ${workspace} any more.`;
      await sendMail(services, tx, membershipNotice(member.user.email, tenantId, `You were removed from ${workspace}`, what));
    }
    return done({ removed: true });
  });
}
