/** Everything that can end an attempt without a status line. */
export const transportErrors = [
  /** The name does not exist. */
  "dns_nxdomain",
  /** The name servers answered with a failure. */
  "dns_failure",
  /** The name servers did not answer in time. */
  "dns_timeout",
  "connect_refused",
  /** No connection within the connect timeout. */
  "connect_timeout",
  /** The connection was reset, or the network unreachable, while it was being made. */
  "connect_reset",
  /** The handshake failed or the certificate is not trusted. */
  "tls_error",
  /** The address is not publicly routable and not on the operator's allow list: nothing was contacted. */
  "blocked_destination",
  /** The connection closed before the first byte of an answer. */
  "reset_before_response",
  /** The total deadline passed before a status line. */
  "timeout",
  /** The answer's header block is over the limit. */
  "response_headers_overflow",
  /** What came back is not HTTP, or breaks it. */
  "protocol_error",
  /** The request cannot be built from what is stored, so nothing was contacted. */
  "unsendable_request",
  /** This worker stopped and ended the request. */
  "shutdown",
  /** An error this version does not know. */
  "unknown",
] as const;

export type TransportError = (typeof transportErrors)[number];

/** What one HTTP request came to, as the egress reports it. */
export type AttemptResult =
  | {
      readonly kind: "response";
      readonly status: number;
      /** Raw values of each Retry-After header, in order. */
      readonly retryAfter?: readonly string[];
      readonly location?: string;
      /** What went wrong with the body after the status line; never changes the outcome. */
      readonly bodyError?: string;
    }
  | { readonly kind: "error"; readonly error: TransportError; readonly detail?: string };
