import { type AccountView, publicId } from "@hooklane/contracts";
import { audit } from "@hooklane/db";
import type { UserActor } from "../../auth/actor.ts";
import type { RequestFacts } from "../../auth/request-facts.ts";
import type { Services } from "../../services.ts";

/** A person's own account. */
export async function getAccount({ db }: Services, actor: UserActor): Promise<AccountView> {
  const user = await db.user.findUniqueOrThrow({
    where: { id: actor.userId },
    include: { identities: { select: { provider: true } }, recoveryCodes: { where: { usedAt: null }, select: { userId: true } } },
  });
  return {
    id: publicId("user", user.id),
    name: user.name,
    email: user.email,
    verified: user.emailVerifiedAt !== null,
    has_password: user.passwordHash !== null,
    two_factor: user.totpEnabledAt && { enabled_at: user.totpEnabledAt.toISOString(), recovery_codes_left: user.recoveryCodes.length },
    sign_in_services: user.identities.map(({ provider }) => provider),
  };
}

/** Changes the name that others see. */
export async function renameAccount(
  { db, now }: Services,
  request: RequestFacts,
  actor: UserActor,
  name: string,
): Promise<{ name: string }> {
  if (name === actor.name) return { name };
  await db.$transaction(async (tx) => {
    await tx.user.update({ where: { id: actor.userId }, data: { name } });
    await audit(tx, now(), {
      tenantId: null,
      actor: { kind: "user", id: actor.userId },
      action: "user.rename",
      targetKind: "user",
      targetId: actor.userId,
      before: { name: actor.name },
      after: { name },
      correlationId: request.requestId,
    });
  });
  return { name };
}
