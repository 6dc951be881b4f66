import { emailSchema, MAX_NAME_CHARACTERS, oneLine } from "@hooklane/contracts";
import { audit, createTenantWithOwner, findUserByEmail, lockEmail, type Prisma, type User } from "@hooklane/db";
import { atomically } from "../../atomically.ts";
import type { RequestFacts } from "../../auth/request-facts.ts";
import type { ServiceProfile } from "../../auth/sign-in-services.ts";
import { done, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { beginSession } from "./begin-session.ts";

const refused = refuse("unauthorized", "The service did not vouch for an address, or the account cannot be used.");
const codeNeeded = refuse("unauthorized", "This account has two-factor on: sign in with the password and a code.", "code");

/**
 * Signs in whom another service vouches for: the account that was linked to theirs, else the one that owns their address, which is linked now, else a new one with a
 * workspace. An account with a second factor is not signed in this way.
 */
export async function signInWithService(
  services: Services,
  request: RequestFacts,
  provider: string,
  { id: subject, name, email: given }: ServiceProfile,
  previousToken: string | undefined,
): Promise<Result<{ userId: string; token: string }>> {
  const found = await atomically(services.db, async (tx): Promise<Result<User>> => {
    const linked = await tx.linkedIdentity.findUnique({ where: { provider_subject: { provider, subject } }, include: { user: true } });
    if (linked) return done(linked.user);
    const email = emailSchema.safeParse(given ?? "");
    if (!email.success) return refused;
    await lockEmail(tx, email.data);
    const owner = await findUserByEmail(tx, email.data);
    const user = owner ?? (await createAccount(services, tx, request, email.data, name));
    await tx.linkedIdentity.create({ data: { provider, subject, userId: user.id, createdAt: new Date(services.now()) } });
    await audit(tx, services.now(), {
      tenantId: null,
      actor: { kind: "user", id: user.id },
      action: "user.link_service",
      targetKind: "user",
      targetId: user.id,
      after: { service: provider },
      correlationId: request.requestId,
    });
    return done(user);
  });
  if (!found.ok) return found;
  const user = found.value;
  if (user.disabledAt) return refused;
  if (user.totpEnabledAt) return codeNeeded;
  return done({ userId: user.id, token: await beginSession(services, request, user.id, previousToken, provider) });
}

async function createAccount(
  { now }: Services,
  tx: Prisma.TransactionClient,
  request: RequestFacts,
  email: string,
  name: string,
): Promise<User> {
  const shown = [...oneLine(name)].slice(0, MAX_NAME_CHARACTERS / 2).join("");
  const tenant = { name: shown === "" ? "My workspace" : `${shown}’s workspace`, kind: "customer", plan: "free" } as const;
  const { tenantId, userId } = await createTenantWithOwner(tx, now(), { ...tenant, email, passwordHash: null, verified: true });
  const common = { tenantId, actor: { kind: "user", id: userId }, correlationId: request.requestId } as const;
  await audit(tx, now(), { ...common, action: "tenant.create", targetKind: "tenant", targetId: tenantId, after: tenant });
  await audit(tx, now(), { ...common, action: "user.create", targetKind: "user", targetId: userId, after: { email, role: "owner" } });
  return tx.user.update({ where: { id: userId }, data: { name: shown } });
}
