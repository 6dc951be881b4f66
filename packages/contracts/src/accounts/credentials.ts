import { z } from "zod";

export const MIN_PASSWORD_CHARACTERS = 12;
export const MAX_PASSWORD_CHARACTERS = 256;
const MAX_EMAIL_CHARACTERS = 254;
export const MAX_NAME_CHARACTERS = 100;

/** An address and its account are the same in any letter case. Whatever spelling reaches an account also reaches its limits. */
export const foldEmail = (email: string): string => email.trim().normalize("NFKC").toLowerCase();

export const emailSchema = z
  .string()
  .max(MAX_EMAIL_CHARACTERS, `an e-mail address has at most ${MAX_EMAIL_CHARACTERS} characters`)
  .transform(foldEmail)
  .pipe(z.email("expected an e-mail address, like name@example.com"));

/** Length is all that is asked of a password: rules of composition make them worse. */
export const passwordSchema = z
  .string()
  .min(MIN_PASSWORD_CHARACTERS, `a password has at least ${MIN_PASSWORD_CHARACTERS} characters`)
  .max(MAX_PASSWORD_CHARACTERS, `a password has at most ${MAX_PASSWORD_CHARACTERS} characters`);

export const signUpSchema = z.strictObject({
  /** Of the workspace. */
  name: z.string().trim().min(1, "a name is missing").max(MAX_NAME_CHARACTERS, `a name has at most ${MAX_NAME_CHARACTERS} characters`),
  email: emailSchema,
  password: passwordSchema,
});
export type SignUp = z.infer<typeof signUpSchema>;

/** `error` of a refused sign-in, beside the framework's own. */
export const signInErrors = {
  wrong: "CredentialsSignin",
  limited: "too_many_attempts",
  unavailable: "unavailable",
  /** The password is right, and the account asks for a code as well. */
  codeNeeded: "second_factor",
  codeWrong: "second_factor_wrong",
  /** Another service did not say who somebody is, or who they are may not sign in that way. */
  serviceRefused: "service_refused",
} as const;
