import type { ProblemCode } from "@hooklane/contracts";

/** Why a call was not done: an expected outcome, shown to the caller as it is. */
export interface Refusal {
  ok: false;
  code: ProblemCode;
  /** A full sentence; never a secret, a query or a path of this machine. */
  detail: string;
  /** The member or parameter to blame, as a dotted path. */
  field?: string;
  /** Seconds after which trying again makes sense. */
  retryAfterSeconds?: number;
  /** For the answer, lower case. */
  headers?: Record<string, string>;
}

export type Result<T> = { ok: true; value: T } | Refusal;

export const done = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

export const refuse = (code: ProblemCode, detail: string, field?: string): Refusal => ({
  ok: false,
  code,
  detail,
  ...(field !== undefined && { field }),
});

/** An unknown id and another tenant's id look the same. */
export const notFound: Refusal = refuse("not_found", "There is nothing under this id.");

export const unavailable = (detail: string): Refusal => ({ ...refuse("unavailable", detail), retryAfterSeconds: 1 });
