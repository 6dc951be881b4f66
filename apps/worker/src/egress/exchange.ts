import type { AttemptResult, TransportError } from "@hooklane/core";

/** One POST to make. The caller has built and signed everything; egress adds `host`, `connection` and `content-length` only. */
export type EgressRequest = {
  url: string;
  /** Whose share of name lookups this request may use. */
  tenantId: string;
  /** Sent in the order given. Names that frame the message (`host`, `content-length`, …) make the request unsendable. */
  headers: Readonly<Record<string, string>> | readonly (readonly [name: string, value: string])[];
  /** One buffer or slices sent back to back. Slices are shared with other requests, so they are never written to. */
  body: Uint8Array | readonly Uint8Array[];
  /**
   * Never on a kept-alive connection. A kept-alive one that dies unanswered is replaced once, and then the receiver may
   * have seen the request twice: a delivery that must be made at most once asks for this.
   */
  freshConnection?: boolean;
};

/** Milliseconds per phase; a phase that did not happen is absent (`dnsMs` for address literals, all three on a reused socket). */
export type ExchangeTimings = {
  dnsMs?: number;
  connectMs?: number;
  tlsMs?: number;
  /** From handing the request to the socket until the first byte of the answer. */
  firstByteMs?: number;
  /** From the call until the answer was read or given up. */
  totalMs: number;
};

/** What is kept of an answer for the attempt log. */
export type ReceivedResponse = {
  /** As received, each byte one character (latin1). */
  headers: [name: string, value: string][];
  headersTruncated: boolean;
  /** The first `maxBodyBytes` bytes, undecoded. */
  body: Buffer;
  truncated: boolean;
};

export type Exchange = {
  result: AttemptResult;
  response?: ReceivedResponse;
  timings: ExchangeTimings;
  /** The address of the socket the answer came from, or that was refused last. */
  remoteAddress?: string;
  reusedSocket: boolean;
};

/** An expected end without an answer. `detail` is shown to the tenant. */
export type Failure = { ok: false; error: TransportError; detail: string };

export function failure(error: TransportError, detail: string): Failure {
  return { ok: false, error, detail };
}
