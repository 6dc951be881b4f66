import type { Dispatcher } from "undici";
import { type EgressRequest, type Failure, failure } from "./exchange.ts";

/** Headers that frame the message or belong to the connection. They are set here or by the protocol, never by a caller. */
const FRAMING_HEADERS: ReadonlySet<string> = new Set([
  ...["host", "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "expect", "te", "trailer"],
  ...["proxy-authorization", "proxy-connection"],
]);

/** Up to here copying slices into one buffer is cheaper than writing them one by one; above, they are sent as they are. */
const MAX_JOINED_BYTES = 16_384;

/**
 * Brings a request into the form undici takes, and refuses what it would refuse later: so a header that cannot be sent
 * costs no connection.
 */
export function shapeRequest(path: string, request: EgressRequest): { ok: true; options: Dispatcher.DispatchOptions } | Failure {
  const headers: string[] = [];
  for (const [name, value] of listHeaders(request.headers)) {
    const problem = findHeaderProblem(name, value);
    if (problem !== undefined) return failure("unsendable_request", problem);
    headers.push(name, value);
  }
  const body = shapeBody(request.body, headers);
  return { ok: true, options: { method: "POST", path, headers, body, idempotent: false } };
}

function listHeaders(headers: EgressRequest["headers"]): Iterable<readonly [string, string]> {
  return Array.isArray(headers) ? headers : Object.entries(headers);
}

function findHeaderProblem(name: string, value: string): string | undefined {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return "A header name contains a character that HTTP does not allow.";
  if (FRAMING_HEADERS.has(name.toLowerCase())) return `The header ${name} cannot be set: it belongs to the connection.`;
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return `The value of the header ${name} contains a character that HTTP does not allow.`;
  return undefined;
}

/** Slices need their total length announced, or they would go out in chunks that some receivers do not read. */
function shapeBody(body: EgressRequest["body"], headers: string[]): Uint8Array {
  if (body instanceof Uint8Array) return body;
  const totalBytes = body.reduce((sum, slice) => sum + slice.byteLength, 0);
  if (totalBytes <= MAX_JOINED_BYTES) return Buffer.concat(body, totalBytes);
  headers.push("content-length", String(totalBytes));
  // undici writes any iterable of buffers; its types name only the common kinds of body.
  return body as unknown as Uint8Array;
}
