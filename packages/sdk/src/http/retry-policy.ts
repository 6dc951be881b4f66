import type { HooklaneError } from "./hooklane-error.ts";

/** When and how long a failed call is tried again. */
export interface RetryPolicy {
  /** Longest first wait, in milliseconds; it doubles with each attempt. Default 250. */
  readonly baseMs: number;
  /** Longest wait, in milliseconds, unless Retry-After asks for more. Default 8,000. */
  readonly capMs: number;
  /** Time for a call with all its attempts and waits, in milliseconds; 0: one attempt. Default 60,000. */
  readonly totalMs: number;
}

export const defaultRetryPolicy: RetryPolicy = { baseMs: 250, capMs: 8_000, totalMs: 60_000 };

const retryableStatuses = new Set([408, 425, 429]);
/** The connection was never made, so the server cannot have acted. */
const neverConnected = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT"]);

/**
 * Whether another attempt may help without doing harm.
 * @param isRepeatable doing it twice comes to the same as doing it once; otherwise only failures before the server acted are tried again
 */
export function isRetryable(error: HooklaneError, isRepeatable: boolean): boolean {
  if (error.status === null) return isRepeatable || neverConnected.has(faultCode(error.cause) ?? "");
  return isRepeatable ? retryableStatuses.has(error.status) || error.status >= 500 : error.status === 429;
}

/**
 * Full jitter: uniform in [0, min(cap, base · 2ⁿ⁻¹)), and never less than the server asked for.
 * @param attempt attempts made so far, from 1
 * @param random gives numbers in [0, 1)
 */
export function retryDelayMs(error: HooklaneError, attempt: number, { baseMs, capMs }: RetryPolicy, random: () => number): number {
  const ceilingMs = Math.min(capMs, baseMs * 2 ** (attempt - 1));
  return Math.max(error.retryAfterMs ?? 0, random() * ceilingMs);
}

/** Retry-After in milliseconds from now: seconds or an HTTP-date; anything else is null. */
export function readRetryAfter(text: string | null, nowMs: number): number | null {
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const atMs = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}

/** The system's code of a failed connection, which fetch hides in the cause of its error. */
export function faultCode(error: unknown): string | undefined {
  const { code, cause } = (typeof error === "object" && error !== null ? error : {}) as { code?: unknown; cause?: unknown };
  if (typeof code === "string") return code;
  return cause === undefined ? undefined : faultCode(cause);
}
