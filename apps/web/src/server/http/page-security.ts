import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { nextRequestId } from "./request-id.ts";

export interface PageSecurityOptions {
  /** Where people open the pages: https brings what only makes sense there. */
  publicUrl: string;
  /** The development server evaluates code and keeps a socket open. */
  dev: boolean;
}

/**
 * Sets what protects pages, and tells the page renderer the request's id and its policy, from which it takes the nonce for its scripts. Must run
 * before a page is rendered; whatever the client sent under these names is overwritten.
 */
export function securePage({ publicUrl, dev }: PageSecurityOptions, request: IncomingMessage, response: ServerResponse): void {
  const nonce = randomBytes(16).toString("base64");
  const isHttps = publicUrl.startsWith("https:");
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${dev ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isHttps ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
  const requestId = nextRequestId();
  request.headers["content-security-policy"] = policy;
  request.headers["x-request-id"] = requestId;
  response.setHeader("content-security-policy", policy);
  response.setHeader("x-request-id", requestId);
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("x-frame-options", "DENY");
  response.setHeader("referrer-policy", "strict-origin-when-cross-origin");
  response.setHeader("permissions-policy", "camera=(), geolocation=(), microphone=()");
  response.setHeader("cross-origin-opener-policy", "same-origin");
  if (isHttps) response.setHeader("strict-transport-security", "max-age=31536000; includeSubDomains");
}
