import type { AuditActionOf, TotpSetup } from "@hooklane/contracts";
import { audit, replaceRecoveryCodes, revokeSessions, totpContext } from "@hooklane/db";
import type { UserActor } from "../../auth/actor.ts";
import type { RequestFacts } from "../../auth/request-facts.ts";
import { accountNotice } from "../../mail/account-mails.ts";
import { sendMail } from "../../mail/send-mail.ts";
import { done, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { proveSelf } from "./prove-self.ts";
import { hashRecoveryCode, newRecoveryCodes, newTotpSecret, openTotp, stepOf, totpOf } from "./second-factor.ts";

/** Makes the secret of a second factor, which counts only once a code of it was given. One that is on stays as it is. */
export async function beginTwoFactor({ db, secretKeys }: Services, actor: UserActor): Promise<Result<TotpSetup>> {
  const secret = newTotpSecret();
  const { sealed, keyNumber } = secretKeys.seal(secret, totpContext(actor.userId));
  const { count } = await db.user.updateMany({
    where: { id: actor.userId, totpEnabledAt: null },
    data: { totpSealed: Uint8Array.from(sealed), totpKeyNumber: keyNumber, totpLastStep: null },
  });
  if (count === 0) return refuse("already_exists", "Two-factor is on already. Turn it off first.");
  const totp = totpOf(secret, actor.email);
  return done({ secret: totp.secret.base32, uri: totp.toString() });
}

/** Turns the second factor on, once who asks has shown that their authenticator works. Other sessions end. @returns recovery codes, shown now and kept as hashes */
export async function enableTwoFactor(
  services: Services,
  request: RequestFacts,
  actor: UserActor,
  input: { current_password: string; code: string },
): Promise<Result<{ recovery_codes: string[] }>> {
  const proved = await proveSelf(services, request, actor, input.current_password);
  if (!proved.ok) return proved;
  const user = proved.value;
  if (user.totpEnabledAt) return refuse("already_exists", "Two-factor is on already.");
  const { db, now } = services;
  const secret = openTotp(services, user);
  const step = secret && stepOf(secret, input.code, now());
  if (step === undefined) return refuse("unprocessable", "This code is not right. Is the clock of the phone right?", "code");
  const codes = newRecoveryCodes();
  return db.$transaction(async (tx): Promise<Result<{ recovery_codes: string[] }>> => {
    const { count } = await tx.user.updateMany({
      where: { id: user.id, totpEnabledAt: null },
      data: { totpEnabledAt: new Date(now()), totpLastStep: BigInt(step) },
    });
    if (count === 0) return refuse("already_exists", "Two-factor is on already.");
    await replaceRecoveryCodes(tx, user.id, codes.map(hashRecoveryCode));
    await revokeSessions(tx, now(), user.id, { allBut: actor.sessionId });
    await note(services, tx, request, actor, "user.enable_two_factor", "Two-factor sign-in is on for your account.");
    return done({ recovery_codes: codes });
  });
}

/** Turns the second factor off; its secret and recovery codes are forgotten. */
export async function disableTwoFactor(
  services: Services,
  request: RequestFacts,
  actor: UserActor,
  password: string,
): Promise<Result<{ enabled: false }>> {
  const proved = await proveSelf(services, request, actor, password);
  if (!proved.ok) return proved;
  return services.db.$transaction(async (tx): Promise<Result<{ enabled: false }>> => {
    const { count } = await tx.user.updateMany({
      where: { id: actor.userId, totpEnabledAt: { not: null } },
      data: { totpEnabledAt: null, totpSealed: null, totpKeyNumber: null, totpLastStep: null },
    });
    if (count === 0) return done({ enabled: false });
    await replaceRecoveryCodes(tx, actor.userId, []);
    await note(services, tx, request, actor, "user.disable_two_factor", "Two-factor sign-in is off for your account.");
    return done({ enabled: false });
  });
}

/** Makes new recovery codes; the ones there were are worth nothing. */
export async function renewRecoveryCodes(
  services: Services,
  request: RequestFacts,
  actor: UserActor,
  password: string,
): Promise<Result<{ recovery_codes: string[] }>> {
  const proved = await proveSelf(services, request, actor, password);
  if (!proved.ok) return proved;
  if (!proved.value.totpEnabledAt) return refuse("unprocessable", "Two-factor is off.");
  const codes = newRecoveryCodes();
  return services.db.$transaction(async (tx) => {
    await replaceRecoveryCodes(tx, actor.userId, codes.map(hashRecoveryCode));
    await note(services, tx, request, actor, "user.renew_recovery_codes", "Your account has new recovery codes; the old ones are void.");
    return done({ recovery_codes: codes });
  });
}

/** The audit row of such a change, and the mail by which its owner notices one that was not theirs. */
async function note(
  services: Services,
  tx: Parameters<typeof audit>[0],
  request: RequestFacts,
  actor: UserActor,
  action: AuditActionOf<"user">,
  what: string,
): Promise<void> {
  await audit(tx, services.now(), {
    tenantId: null,
    actor: { kind: "user", id: actor.userId },
    action,
    targetKind: "user",
    targetId: actor.userId,
    correlationId: request.requestId,
  });
  if (actor.verified)
    await sendMail(services, tx, accountNotice(actor.email, "Your account's sign-in was changed", what, services.publicUrl));
}
