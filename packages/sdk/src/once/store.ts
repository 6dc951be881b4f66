/** What a store says to the wish to handle something. */
export type Claim =
  /** Go on: nobody else may until the lease has ended. */
  | { readonly state: "claimed"; readonly token: string }
  /** It was handled before. */
  | { readonly state: "completed" }
  /** Another one is at it, for at most this much longer, in milliseconds. */
  | { readonly state: "in_progress"; readonly leaseLeftMs: number };

/** Remembers which idempotency keys were handled, and which are being handled now. */
export interface OnceStore {
  /** Atomic: of any number of calls for one key, one is answered `claimed`, unless its lease ended without an end of the work. */
  claim(key: string, leaseMs: number): Promise<Claim>;
  /** The work is done. @returns false when the claim was lost: its lease had ended, and another one took over */
  complete(key: string, token: string): Promise<boolean>;
  /** The work failed: the key may be claimed again at once. Changes nothing when the claim was lost. */
  release(key: string, token: string): Promise<void>;
}
