const prefix = "whsec_";
const minBytes = 24;
const maxBytes = 64;

export type SecretResult =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly problem: "missing_prefix" | "not_base64" | "wrong_length" };

/**
 * Reads a signing secret as Standard Webhooks writes it: `whsec_` + standard base64 of 24 to 64 bytes. The key is these
 * bytes, never the text. Missing padding is accepted; anything else that does not decode exactly is not.
 */
export function parseSecret(text: string): SecretResult {
  if (!text.startsWith(prefix)) return { ok: false, problem: "missing_prefix" };
  const encoded = text.slice(prefix.length);
  const bytes = Buffer.from(encoded, "base64");
  const exact = bytes.toString("base64");
  // Decoding skips what it does not know; encoding again shows whether anything was skipped.
  if (encoded !== exact && encoded !== exact.replace(/={1,2}$/, "")) return { ok: false, problem: "not_base64" };
  return isAllowedLength(bytes) ? { ok: true, bytes } : { ok: false, problem: "wrong_length" };
}

/**
 * Writes a secret's text. For a new secret pass 24 to 64 bytes of a cryptographic random source.
 *
 * @throws RangeError when there are fewer or more bytes
 */
export function formatSecret(bytes: Uint8Array): string {
  if (!isAllowedLength(bytes)) throw new RangeError(`a signing secret has ${minBytes} to ${maxBytes} bytes`);
  return prefix + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

function isAllowedLength({ length }: Uint8Array): boolean {
  return length >= minBytes && length <= maxBytes;
}
