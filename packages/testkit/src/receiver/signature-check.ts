import type { IncomingHttpHeaders } from "node:http";
import { Webhook } from "standardwebhooks";

/**
 * What the public Standard Webhooks verifier says about one copy.
 *
 * `outside_tolerance`: its timestamp is more than 300 s away from this machine's clock (the verifier's fixed tolerance), so the
 * signature itself was not looked at. `unchecked`: no secret was known when the copy came.
 */
export type SignatureVerdict = "valid" | "invalid" | "outside_tolerance" | "unchecked";

/** Judges a copy's signature over its raw body bytes. */
export type SignatureCheck = (body: Buffer, headers: IncomingHttpHeaders) => SignatureVerdict;

/**
 * A check that holds one secret, as a customer's receiver does.
 *
 * The verifier is the public `standardwebhooks` package and shares no code with our signer, so both must agree on the format.
 * It reads the body as UTF-8; bytes that are not UTF-8 therefore never verify.
 *
 * @param secret `whsec_` + base64, or null when none is known yet.
 * @throws Error when the secret is not base64.
 */
export function signatureCheck(secret: string | null): SignatureCheck {
  if (secret === null) return () => "unchecked";
  const verifier = new Webhook(secret);
  return (body, headers) => {
    const flat: Record<string, string> = {};
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
      const value = headers[name];
      if (typeof value === "string") flat[name] = value;
    }
    try {
      verifier.verify(body, flat, { jsonParse: false });
      return "valid";
    } catch (error) {
      return error instanceof Error && /timestamp too (old|new)/.test(error.message) ? "outside_tolerance" : "invalid";
    }
  };
}
