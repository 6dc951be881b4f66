/** What the client itself says about a call that brought no answer of the API. */
export type ClientErrorCode =
  /** No connection, or it broke before the answer was complete. */
  | "network_error"
  /** No complete answer within the time allowed for one attempt. */
  | "timeout"
  /** An answer that is not the API's: a proxy's page, a redirect, no JSON. */
  | "unexpected_answer";

export interface HooklaneErrorFacts {
  readonly status: number | null;
  readonly code: string;
  readonly detail: string;
  readonly requestId?: string | null;
  readonly field?: string | null;
  readonly retryAfterMs?: number | null;
  readonly cause?: unknown;
}

/** A call that failed: refused by the API, or without an answer of it. */
export class HooklaneError extends Error {
  override readonly name = "HooklaneError";
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** The stable `code` of the API's problem document, or one of ClientErrorCode. */
  readonly code: ClientErrorCode | (string & {});
  /** What is wrong, in a sentence. */
  readonly detail: string;
  /** Names this request in the installation's logs; null when there was no answer. */
  readonly requestId: string | null;
  /** The offending member or parameter, as a dotted path; null when none is to blame. */
  readonly field: string | null;
  /** How long the API asked to wait, in milliseconds; null when it did not. */
  readonly retryAfterMs: number | null;
  /** How many attempts were made. */
  attempts = 1;

  constructor(facts: HooklaneErrorFacts) {
    super(`${facts.detail} (${facts.status === null ? facts.code : `${facts.status} ${facts.code}`})`, { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code;
    this.detail = facts.detail;
    this.requestId = facts.requestId ?? null;
    this.field = facts.field ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }
}
