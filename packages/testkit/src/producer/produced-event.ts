/** An event as its producer makes it. */
export interface ProducedEvent {
  readonly type: string;
  /** The payload's exact bytes (a string is UTF-8). */
  readonly payload: string | Uint8Array;
  /** Ids of the subscriptions that must get it. */
  readonly targets: readonly string[];
  /** 1 to 255 visible ASCII characters. Default: the producer's own name of the event. Null: none, so an unknown outcome stays unknown. */
  readonly idempotencyKey?: string | null;
}
