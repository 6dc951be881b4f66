import { VerificationError } from "./verification-error.ts";

/** Headers as Node's IncomingMessage, fetch's Headers or a plain object has them; names in any letter case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What of the headers is signed, and the signatures. */
export interface SignedHeaders {
  readonly id: string;
  /** As it was sent, which is what is signed. */
  readonly timestamp: string;
  readonly signature: string;
}

/** @throws VerificationError `missing_header` or `malformed`, naming the header */
export function readHeaders(headers: WebhookHeaders): SignedHeaders {
  const id = read(headers, "webhook-id");
  const timestamp = read(headers, "webhook-timestamp");
  const signature = read(headers, "webhook-signature");
  // What is signed is joined by dots: with a dot in it, an id could take over a part of what follows
  if (id.includes(".")) throw new VerificationError("malformed", "the header webhook-id holds a dot");
  if (!/^\d{1,12}$/.test(timestamp)) throw new VerificationError("malformed", "the header webhook-timestamp is not a number of seconds");
  if (!/(^| )v\d\w*,\S/.test(signature)) throw new VerificationError("malformed", "the header webhook-signature holds nothing like v1,…");
  return { id, timestamp, signature };
}

function read(headers: WebhookHeaders, name: string): string {
  const found = headers instanceof Headers ? [headers.get(name) ?? []].flat() : readPlain(headers, name);
  const [value, ...others] = found;
  if (value === undefined || value === "") throw new VerificationError("missing_header", `the header ${name} is missing`);
  if (others.length > 0) throw new VerificationError("malformed", `the header ${name} is there more than once`);
  return value;
}

const readPlain = (headers: Readonly<Record<string, string | readonly string[] | undefined>>, name: string): string[] =>
  Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? []);
