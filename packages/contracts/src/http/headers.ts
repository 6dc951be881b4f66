/** Header names of a delivery request (Standard Webhooks, and ours), lower case. */
export const deliveryHeaders = {
  id: "webhook-id",
  timestamp: "webhook-timestamp",
  signature: "webhook-signature",
  idempotencyKey: "idempotency-key",
  sentAt: "x-timestamp",
  attempt: "x-attempt",
} as const;

const RESERVED = new Set<string>([
  ...Object.values(deliveryHeaders),
  "accept-encoding",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "host",
  "user-agent",
  // hop-by-hop (RFC 9110, 7.6.1) and what proxies derive from the connection
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "http2-settings",
  "forwarded",
  "via",
]);

/** What stands for a value that may be a credential, where it is not shown. */
export const MASK = "***";

/** Whether a subscription may not set this header: it is ours, belongs to the connection, or names the route. In any letter case. */
export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return RESERVED.has(lower) || lower.startsWith("webhook-") || lower.startsWith("x-forwarded-") || lower.startsWith("x-hooklane-");
}
