import type { SignInOptions } from "@hooklane/contracts";
import type { Services } from "../../services.ts";

/** What the pages before sign-in need to know. */
export const getSignInOptions = ({ signInServices, sendsMail }: Services): SignInOptions => ({
  services: signInServices.map(({ id, name }) => ({ id, name })),
  sends_mail: sendsMail,
});
