/** One complete request as a receiver sees it. */
export interface ReceivedRequest {
  /** Name of the endpoint (port) it came to. */
  readonly endpoint: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body's bytes as they came. */
  readonly body: Buffer;
  /** When the last byte had come, milliseconds since epoch on this machine's clock. */
  readonly arrivedAtMs: number;
}

/** What a receiver does with one request. */
export type Answer =
  | {
      readonly kind: "status";
      /** 200 to 599. */
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
      /** Wait this long before answering. Default 0. */
      readonly delayMs?: number;
    }
  /** Holds the connection and never answers. */
  | { readonly kind: "never" }
  | {
      /** Writes these bytes to the socket as they are, valid HTTP or not, then closes, resets or holds the connection. */
      readonly kind: "raw";
      readonly bytes: string | Uint8Array;
      readonly end: "close" | "reset" | "hold";
      /** The status these bytes amount to, for the ledger; absent when they are no answer. */
      readonly status?: number;
      readonly delayMs?: number;
    }
  | {
      /** Writes `head`, then `chunk` again and again until the client goes away. */
      readonly kind: "stream";
      readonly head: string | Uint8Array;
      readonly chunk: string | Uint8Array;
      /** Pause between two chunks, milliseconds; 0: as fast as the client reads. */
      readonly everyMs: number;
      /** As above, once `head` was written. */
      readonly status?: number;
      readonly delayMs?: number;
    };

/** How an endpoint behaves until it is told otherwise. */
export type Behaviour =
  /** 200 at once. */
  | { readonly kind: "healthy" }
  /** 200 after `delayMs`. */
  | { readonly kind: "slow"; readonly delayMs: number }
  /** Fails with probability `failureRate` (0 to 1), else 200. `random` gives numbers in [0, 1) and is seeded by the caller. */
  | { readonly kind: "flaky"; readonly failureRate: number; readonly random: () => number; readonly failureStatus?: number }
  /** Always this status. */
  | { readonly kind: "status"; readonly status: number }
  /** Accepts, reads, never answers. */
  | { readonly kind: "black_hole" }
  /** Decides per request; `n` counts this endpoint's requests from 1. */
  | { readonly kind: "scripted"; readonly respond: (request: ReceivedRequest, n: number) => Answer | Promise<Answer> };

/** Status of a flaky endpoint's bad moments unless it names another. */
const defaultFailureStatus = 503;

/** The answer a behaviour gives to its `n`-th request (from 1). */
export function answerOf(behaviour: Behaviour, request: ReceivedRequest, n: number): Answer | Promise<Answer> {
  switch (behaviour.kind) {
    case "healthy":
      return { kind: "status", status: 200 };
    case "slow":
      return { kind: "status", status: 200, delayMs: behaviour.delayMs };
    case "flaky":
      return {
        kind: "status",
        status: behaviour.random() < behaviour.failureRate ? (behaviour.failureStatus ?? defaultFailureStatus) : 200,
      };
    case "status":
      return { kind: "status", status: behaviour.status };
    case "black_hole":
      return { kind: "never" };
    case "scripted":
      return behaviour.respond(request, n);
  }
}
