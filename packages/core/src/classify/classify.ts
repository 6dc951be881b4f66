import { parseRetryAfter } from "../retry-after/parse-retry-after.ts";
import type { EpochMs } from "../time/durations.ts";
import type { AttemptResult, TransportError } from "./attempt-result.ts";
import type { ClientErrorCause } from "./cause.ts";
import type { Classification, Owner } from "./classification.ts";

/** 4xx that say "not yet" instead of "no": Request Timeout and Too Early (RFC 9110, RFC 8470). */
const temporaryClientErrors: ReadonlySet<number> = new Set([408, 425]);

/** How an attempt without a usable status line is judged. */
type TransportRule = Pick<Classification, "outcome" | "retryable" | "countsForBreaker" | "mayHaveArrived"> & { readonly owner: Owner };

const failure = { outcome: "failed", retryable: true, countsForBreaker: true } as const;

const transportRules: { readonly [error in TransportError]: TransportRule } = {
  dns_nxdomain: { ...failure, owner: "customer", mayHaveArrived: false },
  dns_failure: { ...failure, owner: "network", mayHaveArrived: false },
  dns_timeout: { ...failure, owner: "network", mayHaveArrived: false },
  connect_refused: { ...failure, owner: "network", mayHaveArrived: false },
  connect_timeout: { ...failure, owner: "network", mayHaveArrived: false },
  connect_reset: { ...failure, owner: "network", mayHaveArrived: false },
  tls_error: { ...failure, owner: "customer", mayHaveArrived: false },
  reset_before_response: { ...failure, owner: "network", mayHaveArrived: true },
  timeout: { ...failure, owner: "customer", mayHaveArrived: true },
  response_headers_overflow: { ...failure, owner: "customer", mayHaveArrived: true },
  protocol_error: { ...failure, owner: "customer", mayHaveArrived: true },
  blocked_destination: { outcome: "blocked", retryable: false, countsForBreaker: false, owner: "customer", mayHaveArrived: false },
  // Our own faults never feed a customer's breaker.
  unsendable_request: { outcome: "unsendable", retryable: false, countsForBreaker: false, owner: "us", mayHaveArrived: false },
  shutdown: { outcome: "aborted", retryable: true, countsForBreaker: false, owner: "us", mayHaveArrived: true },
  unknown: { ...failure, countsForBreaker: false, owner: "us", mayHaveArrived: true },
};

/**
 * Judges one attempt. The status line alone decides about an answer.
 *
 * @param now the moment of the answer, against which a Retry-After date is read
 */
export function classify(result: AttemptResult, now: EpochMs): Classification {
  if (result.kind === "error") return classifyError(result.error);
  const { status } = result;
  // A final status is 2xx to 5xx by RFC 9110. 1xx announces another answer that never came; below is not HTTP at all.
  if (!Number.isInteger(status) || status < 200) return classifyError("protocol_error");
  if (status < 300) return delivered(status);
  const answer = { status, success: false, owner: "customer", mayHaveArrived: true } as const;
  const retryAfterMs = parseRetryAfter(result.retryAfter, now);
  if (status < 400) return { ...answer, ...failure, cause: "http_3xx", retryAfterMs };
  if (status >= 600) return { ...answer, ...failure, cause: "http_unknown_status", retryAfterMs };
  if (status >= 500) return { ...answer, ...failure, cause: "http_5xx", retryAfterMs };
  const cause = `http_${status}` as ClientErrorCause;
  if (temporaryClientErrors.has(status)) return { ...answer, ...failure, cause, retryAfterMs };
  const isThrottle = status === 429;
  return {
    ...answer,
    outcome: isThrottle ? "throttled" : "rejected",
    cause,
    retryable: isThrottle,
    countsForBreaker: false,
    retryAfterMs,
  };
}

function delivered(status: number): Classification {
  return {
    outcome: "delivered",
    cause: "http_2xx",
    status,
    success: true,
    retryable: false,
    countsForBreaker: false,
    owner: null,
    mayHaveArrived: true,
    retryAfterMs: null,
  };
}

function classifyError(error: TransportError): Classification {
  return { ...transportRules[error], cause: error, status: null, success: false, retryAfterMs: null };
}
