/** Why a request is not taken for a genuine, recent delivery. */
export type VerificationProblem =
  /** One of the three `webhook-…` headers is not there. */
  | "missing_header"
  /** A header, or the body, is not what it has to be. */
  | "malformed"
  /** The timestamp is further in the past than tolerated: a copy that somebody kept, or a clock that is ahead. */
  | "too_old"
  /** The timestamp is further in the future than tolerated: most likely a clock that is behind. */
  | "too_new"
  /** No signature belongs to any of the secrets: another secret, or a body that was changed or parsed on its way. */
  | "no_matching_signature";

/** A request that must not be believed. Answer it with 400 or 401 and do nothing. */
export class VerificationError extends Error {
  override readonly name = "VerificationError";
  readonly code: VerificationProblem;

  constructor(code: VerificationProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
