/** What a check of a signature came to. */
export type SignatureCheck =
  | { kind: "matches" /** Which of the signatures, from 1. */; position: number; of: number }
  | { kind: "differs" }
  | { kind: "unusable"; why: string };

export interface SignedRequest {
  id: string;
  timestamp: string;
  signature: string;
  body: string;
}

/**
 * Checks a delivery's signature as Standard Webhooks 1.0 asks: HMAC-SHA256 over `id.timestamp.body`. Done where the secret was pasted; it is sent nowhere.
 * @param subtle absent where the page did not come safely: browsers then have no cryptography for it
 */
export async function verifyInBrowser(request: SignedRequest, secret: string, subtle: SubtleCrypto | undefined): Promise<SignatureCheck> {
  if (!subtle)
    return { kind: "unusable", why: "This page was loaded over plain http, where the browser offers no cryptography. Open it over https." };
  const bytes = readSecret(secret.trim());
  if (!bytes) return { kind: "unusable", why: "This is no signing secret: one is whsec_ and base64." };
  const key = await subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const message = new TextEncoder().encode(`${request.id}.${request.timestamp}.${request.body}`);
  const signatures = request.signature.split(" ").filter((each) => each.startsWith("v1,"));
  for (const [index, each] of signatures.entries()) {
    const given = readBase64(each.slice("v1,".length));
    if (given && (await subtle.verify("HMAC", key, given, message))) return { kind: "matches", position: index + 1, of: signatures.length };
  }
  return { kind: "differs" };
}

const readSecret = (text: string): Uint8Array<ArrayBuffer> | undefined =>
  text.startsWith("whsec_") && text.length > "whsec_".length ? readBase64(text.slice("whsec_".length)) : undefined;

function readBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
