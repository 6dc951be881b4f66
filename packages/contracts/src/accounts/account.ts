import { z } from "zod";
import { emailSchema, MAX_NAME_CHARACTERS, passwordSchema } from "./credentials.ts";

/** A token inside a link of a mail. */
const linkToken = z.string().min(20).max(100);
/** A present password may be of any length up to a bound: it was set under the rules of its day. */
const presentPassword = z.string().min(1, "the password is missing").max(1_024, "this is too long to be the password");
/** Six digits of an authenticator, or a recovery code; spaces and dashes are for the eye. */
const codeSchema = z
  .string()
  .transform((text) => text.replace(/[\s-]/g, "").toLowerCase())
  .pipe(z.string().regex(/^(\d{6}|[a-z2-7]{16})$/, "expected 6 digits, or a recovery code"));

export const requestResetSchema = z.strictObject({ email: emailSchema });
export const resetPasswordSchema = z.strictObject({ token: linkToken, password: passwordSchema });
export const confirmEmailSchema = z.strictObject({ token: linkToken });
export const renameAccountSchema = z.strictObject({
  name: z.string().trim().max(MAX_NAME_CHARACTERS, `a name has at most ${MAX_NAME_CHARACTERS} characters`),
});
export const changePasswordSchema = z.strictObject({ current_password: presentPassword, password: passwordSchema });
export const changeEmailSchema = z.strictObject({ current_password: presentPassword, email: emailSchema });
export const passwordGateSchema = z.strictObject({ current_password: presentPassword });
/** Proving again who one is. `code`: of the second factor, for who has one. */
export const confirmSelfSchema = z.strictObject({ current_password: presentPassword, code: z.string().max(100).default("") });
export const enableTotpSchema = z.strictObject({ current_password: presentPassword, code: codeSchema });
export const totpCodeSchema = codeSchema;

/** A person's own account, for its settings. */
export interface AccountView {
  id: string;
  name: string;
  email: string;
  verified: boolean;
  /** Whether they can sign in with a password; false: through another service only. */
  has_password: boolean;
  two_factor: { enabled_at: string; recovery_codes_left: number } | null;
  /** Services through which they can sign in, like `github`. */
  sign_in_services: string[];
}

export interface SessionView {
  id: string;
  /** The one that asks. */
  current: boolean;
  /** Like “Firefox on Linux”; what the browser said of itself, so nothing to rely on. */
  browser: string;
  address: string;
  created_at: string;
  last_seen_at: string;
}

/** What an authenticator app needs, once. */
export interface TotpSetup {
  /** Base32, for typing. */
  secret: string;
  /** `otpauth:` address, for the picture. */
  uri: string;
}

/** What the pages before sign-in need to know of the installation. */
export interface SignInOptions {
  services: { id: string; name: string }[];
  /** Whether mail leaves this installation; if not, its operator reads it in the outbox. */
  sends_mail: boolean;
}
