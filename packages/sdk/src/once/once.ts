import type { OnceStore } from "./store.ts";

/** Longer than a sender waits for an answer, so that its next attempt finds the end of this one. */
const DEFAULT_LEASE_MS = 60_000;

export type OnceResult<T> =
  /** The handler ran. `isRecorded` is false when its lease ended before it did: another one may have run, too. */
  | { readonly outcome: "handled"; readonly value: T; readonly isRecorded: boolean }
  /** It was handled before. Answer 2xx. */
  | { readonly outcome: "duplicate" }
  /** It is being handled right now. Answer 503 with Retry-After: the sender asks again, and other 4xx would be final. */
  | { readonly outcome: "in_progress"; readonly retryAfterSeconds: number };

export interface OnceOptions {
  /** How long the handler may take before another attempt takes over, in milliseconds. Default 60,000. */
  readonly leaseMs?: number;
}

/**
 * Runs the handler unless it ran for this key before, or runs right now elsewhere. A delivery's key is its `Idempotency-Key` header, which every
 * attempt and every replay repeats.
 *
 * A handler that fails gives its claim back, so that the sender's next attempt runs it again. A process that dies keeps its claim until the
 * lease ends. A handler whose effects are in the same database can have them and the claim commit together: make the store of the client
 * that is in the transaction.
 *
 * @throws what the handler threw, or the store
 */
export async function once<T>(
  key: string,
  store: OnceStore,
  handler: () => T | Promise<T>,
  { leaseMs = DEFAULT_LEASE_MS }: OnceOptions = {},
): Promise<OnceResult<T>> {
  if (typeof key !== "string" || key === "") throw new TypeError("once needs the idempotency key of the request");
  const claim = await store.claim(key, leaseMs);
  if (claim.state === "completed") return { outcome: "duplicate" };
  if (claim.state === "in_progress") {
    return { outcome: "in_progress", retryAfterSeconds: Math.max(1, Math.ceil(claim.leaseLeftMs / 1_000)) };
  }
  let value: T;
  try {
    value = await handler();
  } catch (error) {
    // What the handler threw is what matters; a claim that cannot be given back ends with its lease
    await store.release(key, claim.token).catch(() => {});
    throw error;
  }
  return { outcome: "handled", value, isRecorded: await store.complete(key, claim.token) };
}
