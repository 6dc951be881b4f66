import { createHash, randomBytes } from "node:crypto";
import { takeRecoveryCode, takeTotpStep, totpContext, type User } from "@hooklane/db";
import { Secret, TOTP } from "otpauth";
import type { Services } from "../../services.ts";

/** RFC 6238 as authenticator apps take it: SHA-1, six digits, steps of 30 s. */
const STEP_MS = 30_000;
const SECRET_BYTES = 20;
/** Steps by which a phone's clock may be off, either way. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** 80 random bits each: they need no slow hash. */
const RECOVERY_CODE_BYTES = 10;
const ISSUER = "Hooklane";

export const newTotpSecret = (): Uint8Array => randomBytes(SECRET_BYTES);

export const totpOf = (secret: Uint8Array, label: string): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }), period: STEP_MS / 1_000 });

/** The step that a code belongs to; undefined when it belongs to none near now. */
export function stepOf(secret: Uint8Array, code: string, nowMs: number): number | undefined {
  const delta = totpOf(secret, "").validate({ token: code, timestamp: nowMs, window: WINDOW });
  return delta === null ? undefined : Math.floor(nowMs / STEP_MS) + delta;
}

/** Ten codes for who loses their authenticator, in the letters of base32. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ buffer: Uint8Array.from(randomBytes(RECOVERY_CODE_BYTES)).buffer }).base32.toLowerCase(),
  );

export const hashRecoveryCode = (code: string): Buffer => createHash("sha256").update(code).digest();

/** Uses a code up: one of the authenticator, which counts once, or a recovery code. */
export async function takeSecondFactor({ db, now, secretKeys }: Services, user: User, code: string): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) return takeRecoveryCode(db, now(), user.id, hashRecoveryCode(code));
  const secret = openTotp({ secretKeys }, user);
  const step = secret && stepOf(secret, code, now());
  return step !== undefined && takeTotpStep(db, user.id, step);
}

/** The plain secret; undefined without one, or without the key that sealed it. */
export function openTotp({ secretKeys }: Pick<Services, "secretKeys">, user: User): Buffer | undefined {
  if (!user.totpSealed || user.totpKeyNumber === null) return undefined;
  return secretKeys.open({ keyNumber: user.totpKeyNumber, sealed: Buffer.from(user.totpSealed) }, totpContext(user.id));
}
