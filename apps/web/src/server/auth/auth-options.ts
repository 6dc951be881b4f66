import { signInErrors } from "@hooklane/contracts";
import type { AuthOptions, Session } from "next-auth";
import type { JWT } from "next-auth/jwt";
import type { Refusal } from "../result.ts";
import type { Services } from "../services.ts";
import { signIn } from "../use-cases/accounts/sign-in.ts";
import { signInWithService } from "../use-cases/accounts/sign-in-with-service.ts";
import { signOut } from "../use-cases/accounts/sign-out.ts";
import { providerOf } from "./provider-of.ts";
import type { RequestFacts } from "./request-facts.ts";
import { authCookies, COOKIE_MAX_AGE_S, type SessionClaims } from "./session-cookie.ts";
import type { ServiceProfile } from "./sign-in-services.ts";

/** What became of a request besides the framework's answer. */
export interface AuthOutcome {
  refusal?: Refusal;
  fault?: unknown;
}

/**
 * The sign-in framework's options for one request. It is left with the forms' tokens, the cookie and the redirects; who may sign in, and whether a session lives, is
 * decided by our use-cases and rows.
 * @param token of the session that the browser has, if any
 * @param outcome is filled in
 */
export function authOptions(services: Services, request: RequestFacts, token: string | undefined, outcome: AuthOutcome): AuthOptions {
  const { publicUrl, authSecret, log } = services;
  const report = (error: unknown): void => {
    outcome.fault ??= error;
  };
  return {
    secret: authSecret,
    session: { strategy: "jwt", maxAge: COOKIE_MAX_AGE_S },
    jwt: { maxAge: COOKIE_MAX_AGE_S },
    useSecureCookies: publicUrl.startsWith("https:"),
    cookies: authCookies(publicUrl),
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    providers: [
      {
        id: "credentials",
        name: "Password",
        type: "credentials",
        credentials: { email: {}, password: {}, code: {} },
        authorize: async (credentials) => {
          let givenCode = "";
          try {
            const { email, password, code } = (credentials ?? {}) as Record<string, unknown>;
            if (typeof email !== "string" || typeof password !== "string") return null;
            givenCode = typeof code === "string" ? code : "";
            const result = await signIn(services, request, { email, password, code: givenCode, previousToken: token });
            if (result.ok) return { id: result.value.userId, sid: result.value.token } as { id: string };
            outcome.refusal = result;
          } catch (error) {
            report(error);
          }
          // The text of what is thrown here becomes the page's `error`
          if (outcome.fault) throw new Error(signInErrors.unavailable);
          if (outcome.refusal?.code === "too_many_attempts") throw new Error(signInErrors.limited);
          if (outcome.refusal?.field === "code") throw new Error(givenCode === "" ? signInErrors.codeNeeded : signInErrors.codeWrong);
          return null;
        },
      },
      ...services.signInServices.map(providerOf),
    ],
    callbacks: {
      signIn: async ({ user, account }) => {
        if (account?.type !== "oauth") return true;
        try {
          const result = await signInWithService(services, request, account.provider, user as unknown as ServiceProfile, token);
          if (!result.ok) return `/sign-in?error=${result.field === "code" ? signInErrors.codeNeeded : signInErrors.serviceRefused}`;
          (user as unknown as SessionClaims).sid = result.value.token;
          return true;
        } catch (error) {
          report(error);
          return `/sign-in?error=${signInErrors.unavailable}`;
        }
      },
      jwt: ({ token: claims, user }): JWT => ({ sid: (user as unknown as SessionClaims | undefined)?.sid ?? claims.sid }),
      // Whoever wants to know who is signed in asks our own `me.get`, which reads the row
      session: ({ session }): Session => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => {
        const target = URL.parse(url, baseUrl);
        return target?.origin === baseUrl ? target.href : baseUrl;
      },
    },
    events: {
      signOut: async () => {
        if (token !== undefined) await signOut(services, request, token).catch(report);
      },
    },
    logger: {
      error: (code, metadata) =>
        log.error({ code, err: metadata instanceof Error ? metadata : (metadata as { error?: unknown }).error }, "sign-in framework"),
      warn: (code) => log.warn({ code }, "sign-in framework"),
      debug: () => {},
    },
  };
}
