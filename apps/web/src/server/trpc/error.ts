import type { ProblemCode } from "@hooklane/contracts";
import { TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import { judgeFault } from "../database-fault.ts";
import { type Refusal, type Result, refuse, unavailable } from "../result.ts";

const codes = {
  invalid_json: "BAD_REQUEST",
  invalid_encoding: "BAD_REQUEST",
  invalid_parameter: "BAD_REQUEST",
  key_in_url: "BAD_REQUEST",
  unauthorized: "UNAUTHORIZED",
  forbidden: "FORBIDDEN",
  confirmation_needed: "FORBIDDEN",
  not_found: "NOT_FOUND",
  method_not_allowed: "METHOD_NOT_SUPPORTED",
  delivery_not_final: "CONFLICT",
  subscription_disabled: "CONFLICT",
  subscription_deleted: "CONFLICT",
  job_ended: "CONFLICT",
  payload_gone: "UNPROCESSABLE_CONTENT", // tRPC has no code for 410
  request_timeout: "TIMEOUT",
  payload_too_large: "PAYLOAD_TOO_LARGE",
  request_too_large: "PAYLOAD_TOO_LARGE",
  unsupported_media_type: "UNSUPPORTED_MEDIA_TYPE",
  unprocessable: "UNPROCESSABLE_CONTENT",
  idempotency_key_reused: "UNPROCESSABLE_CONTENT",
  invalid_geometry: "UNPROCESSABLE_CONTENT",
  limit_reached: "UNPROCESSABLE_CONTENT",
  already_exists: "CONFLICT",
  too_many_attempts: "TOO_MANY_REQUESTS",
  ingest_quota_exceeded: "TOO_MANY_REQUESTS",
  subscription_backlog_shed: "TOO_MANY_REQUESTS",
  too_much_under_way: "TOO_MANY_REQUESTS",
  internal: "INTERNAL_SERVER_ERROR",
  unavailable: "SERVICE_UNAVAILABLE",
} as const satisfies Record<ProblemCode, TRPCError["code"]>;

/** A refusal on its way through tRPC, which knows thrown errors only. */
class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.detail);
    this.refusal = refusal;
  }
}

export const refusedError = (refusal: Refusal): TRPCError =>
  new TRPCError({ code: codes[refusal.code], message: refusal.detail, cause: new Refused(refusal) });

/** @throws TRPCError for a refusal */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw refusedError(result);
  return result.value;
}

/** What a client is told beside tRPC's own code. */
export interface ErrorDetails {
  problem: ProblemCode | null;
  detail: string;
  /** By dotted path of the input's member: what is wrong with it. */
  fieldErrors: Record<string, string>;
  retryAfterSeconds?: number;
}

/** The one place where what went wrong becomes what a client sees. Nothing of an unexpected error is told. */
export function errorDetails(error: TRPCError): ErrorDetails {
  const { cause } = error;
  if (cause instanceof Refused) return refusalDetails(cause.refusal);
  if (cause instanceof ZodError) {
    const fieldErrors: Record<string, string> = {};
    for (const { path, message } of cause.issues) fieldErrors[path.map(String).join(".")] ??= message;
    return { problem: "unprocessable", detail: "The input is not valid.", fieldErrors };
  }
  if (error.code !== "INTERNAL_SERVER_ERROR") return { problem: null, detail: error.message, fieldErrors: {} };
  return refusalDetails(
    isOutage(error) ? unavailable("The database cannot be reached.") : refuse("internal", "The request failed on our side."),
  );
}

export const isOutage = (error: TRPCError): boolean => error.code === "INTERNAL_SERVER_ERROR" && judgeFault(error.cause) === "unavailable";

const refusalDetails = ({ code, detail, field, retryAfterSeconds }: Refusal): ErrorDetails => ({
  problem: code,
  detail,
  fieldErrors: field === undefined ? {} : { [field]: detail },
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
});
