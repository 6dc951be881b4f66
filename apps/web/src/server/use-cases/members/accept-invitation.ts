import { type InvitationOffer, publicId, type Role } from "@hooklane/contracts";
import {
  addMember,
  audit,
  closeInvitation,
  createUser,
  findMember,
  findOpenInvitation,
  findUserByEmail,
  lockEmail,
  lockTenant,
  type Prisma,
  renewSession,
} from "@hooklane/db";
import { atomically } from "../../atomically.ts";
import type { UserActor } from "../../auth/actor.ts";
import { countAttempt } from "../../auth/attempt-limits.ts";
import { hashPassword } from "../../auth/password.ts";
import type { RequestFacts } from "../../auth/request-facts.ts";
import { hashToken, newToken } from "../../auth/token.ts";
import { done, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";

type Open = NonNullable<Awaited<ReturnType<typeof findOpenInvitation>>>;

const gone = refuse("not_found", "This invitation has run out, was taken back, or was accepted before. Ask for another one.");

/** What an invitation's link shows. Whoever has the link reads the mail of its address. */
export async function lookAtInvitation(
  { db, now, pool }: Services,
  request: RequestFacts,
  token: string,
): Promise<Result<InvitationOffer>> {
  const attempt = await countAttempt({ pool }, "invitation", token, request.address);
  if (attempt.refusal) return attempt.refusal;
  const open = await findOpenInvitation(db, now(), hashToken(token));
  if (!open) return gone;
  await attempt.giveBack();
  const { email, role, tenant } = open;
  return done({ workspace: tenant.name, email, role: role as Role, has_account: (await findUserByEmail(db, email)) !== null });
}

/**
 * Makes a person a member by an invitation that was sent to their own address; their session gets a new token, as they may do more than before. Whoever has the link has
 * proved the address, too.
 */
export async function acceptInvitation(
  services: Services,
  request: RequestFacts,
  actor: UserActor,
  token: string,
): Promise<Result<{ tenantId: string; sessionToken: string }>> {
  const { db, now } = services;
  const sessionToken = newToken();
  return atomically(db, async (tx): Promise<Result<{ tenantId: string; sessionToken: string }>> => {
    const open = await findOpenInvitation(tx, now(), hashToken(token));
    if (!open) return gone;
    if (open.email !== actor.email) {
      return refuse(
        "forbidden",
        `This invitation is for ${open.email}, and you are signed in as ${actor.email}. Sign in with that address.`,
      );
    }
    const joined = await join(services, tx, request, open, actor.userId);
    if (!joined.ok) return joined;
    await renewSession(tx, actor.sessionId, hashToken(sessionToken));
    return done({ tenantId: publicId("tenant", open.tenantId), sessionToken });
  });
}

/** Makes an account for an invited person who has none, and a member of it. */
export async function joinByInvitation(
  services: Services,
  request: RequestFacts,
  { token, name, password }: { token: string; name: string; password: string },
): Promise<Result<{ tenantId: string; email: string }>> {
  const { db, now } = services;
  const attempt = await countAttempt(services, "invitation", token, request.address);
  if (attempt.refusal) return attempt.refusal;
  const passwordHash = await hashPassword(password);
  const result = await atomically(db, async (tx): Promise<Result<{ tenantId: string; email: string }>> => {
    const open = await findOpenInvitation(tx, now(), hashToken(token));
    if (!open) return gone;
    await lockEmail(tx, open.email);
    if (await findUserByEmail(tx, open.email))
      return refuse("already_exists", "This address has an account: sign in to accept the invitation.");
    const userId = await createUser(tx, now(), { email: open.email, name, passwordHash, verified: true });
    const joined = await join(services, tx, request, open, userId);
    return joined.ok ? done({ tenantId: publicId("tenant", open.tenantId), email: open.email }) : joined;
  });
  if (result.ok) await attempt.giveBack();
  return result;
}

async function join(
  { now }: Services,
  tx: Prisma.TransactionClient,
  request: RequestFacts,
  { id, tenantId, role, email }: Open,
  userId: string,
): Promise<Result<undefined>> {
  await lockTenant(tx, tenantId);
  if (!(await closeInvitation(tx, now(), id, "accepted"))) return gone;
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { emailVerifiedAt: true } });
  if (!user.emailVerifiedAt) {
    await lockEmail(tx, email);
    if (await findUserByEmail(tx, email))
      return refuse("already_exists", "This address belongs to another account. Sign in with that one.");
    await tx.user.update({ where: { id: userId }, data: { emailVerifiedAt: new Date(now()) } });
  }
  if (!(await findMember(tx, tenantId, userId))) await addMember(tx, now(), tenantId, userId, role as Role);
  await audit(tx, now(), {
    tenantId,
    actor: { kind: "user", id: userId },
    action: "invitation.accept",
    targetKind: "invitation",
    targetId: id,
    after: { email, role },
    correlationId: request.requestId,
  });
  return done(undefined);
}
