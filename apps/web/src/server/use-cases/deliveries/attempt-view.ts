import { isUtf8 } from "node:buffer";
import { type AttemptView, attemptId } from "@hooklane/contracts";
import type { AttemptRecord } from "@hooklane/db";

/** An attempt as the API shows it. @param maxBodyBytes of the answer's body; what is beyond is left out, and `truncated` says so */
export function attemptView(row: AttemptRecord, maxBodyBytes: number): AttemptView {
  return {
    id: attemptId(row.deliveryId, row.number),
    number: row.number,
    started_at: row.startedAt.toISOString(),
    outcome: row.outcome,
    cause: row.cause,
    trigger: row.trigger,
    status: row.status,
    duration_ms: row.durationMs,
    timings: { dns_ms: row.dnsMs, connect_ms: row.connectMs, tls_ms: row.tlsMs, first_byte_ms: row.firstByteMs },
    remote_address: row.remoteAddress,
    request: { headers: readHeaders(row.requestHeaders) },
    response: row.status === null ? null : responseView(row, maxBodyBytes),
    error: row.error,
  };
}

function responseView(row: AttemptRecord, maxBodyBytes: number): NonNullable<AttemptView["response"]> {
  const stored = row.responseBody ?? Buffer.alloc(0);
  const isCut = stored.length > maxBodyBytes;
  const truncated = row.bodyTruncated || isCut;
  const bytes = truncated ? wholeCharacters(stored.subarray(0, maxBodyBytes)) : stored;
  return {
    headers: row.responseHeaders ? readHeaders(row.responseHeaders) : [],
    body: bytes.toString("utf8"),
    ...(!isUtf8(bytes) && { body_base64: stored.subarray(0, maxBodyBytes).toString("base64") }),
    truncated,
  };
}

/** Without the beginning of a character whose end was cut off: what is left is UTF-8 if the whole was. */
export function wholeCharacters(bytes: Buffer): Buffer {
  for (let cut = 0; cut <= 3 && cut < bytes.length; cut++) {
    const shorter = bytes.subarray(0, bytes.length - cut);
    if (isUtf8(shorter)) return shorter;
  }
  return bytes;
}

/** Headers are kept as JSON text in bytes, so that no column has to understand them. */
export function readHeaders(bytes: Buffer): [string, string][] {
  return JSON.parse(bytes.toString("utf8")) as [string, string][];
}
