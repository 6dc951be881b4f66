import type { SignUp } from "@hooklane/contracts";
import { audit, createAccountToken, createTenantWithOwner, findSignInCandidates, lockEmail, type Prisma } from "@hooklane/db";
import { countAttempt } from "../../auth/attempt-limits.ts";
import { hashPassword, isPassword } from "../../auth/password.ts";
import type { RequestFacts } from "../../auth/request-facts.ts";
import { hashToken, newToken } from "../../auth/token.ts";
import { addressHasAccount, confirmAddress, linkTo } from "../../mail/account-mails.ts";
import { sendMail } from "../../mail/send-mail.ts";
import { done, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";

/**
 * Makes an account and a workspace that it owns. Whoever asks can sign in at once and look around; the address becomes theirs with the link in the mail. That is the
 * same when the address has an owner already, who is told by mail and whose account stays as it is: so neither this answer nor what can be done
 * afterwards tells whether an address has an account.
 */
export async function signUp(services: Services, request: RequestFacts, input: SignUp): Promise<Result<{ email: string }>> {
  const { email, password } = input;
  const attempt = await countAttempt(services, "sign-up", email, request.address);
  if (attempt.refusal) return attempt.refusal;
  const passwordHash = await hashPassword(password);
  const known = await findSignInCandidates(services.db, email);
  // Both are always checked, so that the time does not tell which of them there is
  const isOwner = await isPassword(known.owner?.passwordHash, password);
  const isClaim = await isPassword(known.claim?.passwordHash, password);
  await services.db.$transaction(async (tx) => {
    await lockEmail(tx, email);
    const { owner, claim } = await findSignInCandidates(tx, email);
    // Whoever signs up a second time with the same password has the account that they made the first time, also when both happen at once
    const isSameClaim = claim?.id === known.claim?.id ? isClaim : await isPassword(claim?.passwordHash, password);
    const knownId = isOwner ? owner?.id : isSameClaim ? claim?.id : undefined;
    const userId = knownId ?? (await createAccount(services, tx, request, { ...input, passwordHash }));
    if (owner) await sendMail(services, tx, addressHasAccount(email, services.publicUrl));
    else await sendConfirmation(services, tx, userId, email);
  });
  return done({ email });
}

/** Mails the link by which an account proves its address; links that it was sent before are void. */
export async function sendConfirmation(services: Services, tx: Prisma.TransactionClient, userId: string, email: string): Promise<void> {
  const token = newToken();
  await createAccountToken(tx, services.now(), { hash: hashToken(token), kind: "confirm_email", userId, email });
  await sendMail(services, tx, confirmAddress(email, linkTo(services.publicUrl, "/confirm", token)));
}

async function createAccount(
  { now }: Services,
  tx: Prisma.TransactionClient,
  request: RequestFacts,
  { name, email, passwordHash }: { name: string; email: string; passwordHash: string },
): Promise<string> {
  const tenant = { name, kind: "customer", plan: "free" } as const;
  const { tenantId, userId } = await createTenantWithOwner(tx, now(), { ...tenant, email, passwordHash, verified: false });
  const common = { tenantId, actor: { kind: "user", id: userId }, correlationId: request.requestId } as const;
  await audit(tx, now(), { ...common, action: "tenant.create", targetKind: "tenant", targetId: tenantId, after: tenant });
  await audit(tx, now(), { ...common, action: "user.create", targetKind: "user", targetId: userId, after: { email, role: "owner" } });
  return userId;
}
