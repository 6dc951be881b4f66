const PER_SECOND = 20;
const BURST = 40;
/** Beyond this many inboxes at once the longest known are forgotten, which gives them their burst anew. */
const MAX_INBOXES = 10_000;

/** How many requests each inbox takes: a token bucket per token, whether there is an inbox of that token or not. */
export class InboxQuota {
  readonly #buckets = new Map<string, { tokens: number; atMs: number }>();

  /** @param nowMs of a clock that never goes back @returns whether one more is taken */
  take(token: string, nowMs: number): boolean {
    const known = this.#buckets.get(token);
    const tokens = known ? Math.min(BURST, known.tokens + ((nowMs - known.atMs) * PER_SECOND) / 1_000) : BURST;
    const granted = tokens >= 1;
    this.#buckets.delete(token);
    this.#buckets.set(token, { tokens: granted ? tokens - 1 : tokens, atMs: nowMs });
    if (this.#buckets.size > MAX_INBOXES) this.#buckets.delete(this.#buckets.keys().next().value as string);
    return granted;
  }
}
