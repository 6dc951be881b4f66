import { signInErrors } from "@hooklane/contracts";
import { z } from "zod";

/** A present password may be of any length: it was set under the rules of its day. */
export const signInForm = z.object({
  email: z.email("expected an e-mail address, like name@example.com"),
  password: z.string().min(1, "the password is missing"),
  code: z.string(),
});

/** Whether the answer asks for a code of the second factor. */
export const asksForCode = (code: string): boolean => code === signInErrors.codeNeeded || code === signInErrors.codeWrong;

/** Why a sign-in was refused, in words that tell nothing about whether the account exists. @param code what the sign-in answered */
export function signInRefusal(code: string): string {
  if (code === signInErrors.limited) return "Too many attempts. Wait 15 minutes and try again.";
  if (code === signInErrors.unavailable) return "The service cannot check this right now. Try again in a moment.";
  if (code === signInErrors.codeWrong) return "This code is not right, or was used before.";
  if (code === signInErrors.codeNeeded) return "This account asks for a code as well: sign in with your password.";
  if (code === signInErrors.serviceRefused) return "That service did not vouch for an address, or its account cannot be used here.";
  return "E-mail address and password do not belong together.";
}
