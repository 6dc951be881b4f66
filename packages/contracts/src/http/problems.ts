import { z } from "zod";

/** Every `code` that an API problem (RFC 9457) can carry, with its HTTP status and title. A code never changes its meaning. */
export const problems = {
  invalid_json: [400, "The request body is not valid JSON"],
  invalid_encoding: [400, "The request body is not valid UTF-8"],
  invalid_parameter: [400, "A parameter is not valid"],
  key_in_url: [400, "API keys are taken from the Authorization header only"],
  unauthorized: [401, "The API key is missing or not valid"],
  forbidden: [403, "The API key lacks the scope for this call"],
  confirmation_needed: [403, "It must be confirmed first who is asking"],
  not_found: [404, "There is no such resource"],
  method_not_allowed: [405, "This resource has no such method"],
  delivery_not_final: [409, "The delivery is still under way"],
  subscription_disabled: [409, "The subscription is disabled"],
  subscription_deleted: [409, "The subscription was deleted"],
  job_ended: [409, "The job is over"],
  payload_gone: [410, "The payload is no longer kept"],
  request_timeout: [408, "The request did not arrive in time"],
  payload_too_large: [413, "The payload is larger than allowed"],
  request_too_large: [413, "The request is larger than allowed"],
  unsupported_media_type: [415, "The request body must be application/json, unencoded"],
  unprocessable: [422, "The request is well formed but not acceptable"],
  idempotency_key_reused: [422, "The idempotency key was used for a different event"],
  invalid_geometry: [422, "The payload is not a valid GeoJSON Feature"],
  too_many_attempts: [429, "There were too many attempts"],
  ingest_quota_exceeded: [429, "The plan's events per second are used up"],
  subscription_backlog_shed: [429, "Every matching subscription has too much waiting"],
  too_much_under_way: [429, "The workspace has too much under way at once"],
  limit_reached: [422, "A limit of the plan is reached"],
  already_exists: [409, "There is one of this name already"],
  internal: [500, "Something went wrong on our side"],
  unavailable: [503, "The service cannot do this right now"],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof problems;

/** The body of an `application/problem+json` answer. */
export const problemSchema = z
  .object({
    type: z.url().describe("The code's entry in the catalogue of problems."),
    title: z.string().describe("What the code says, for people. The same for every problem of this code."),
    status: z.int().min(400).max(599).describe("The HTTP status."),
    code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]).describe("For programs. A code never changes its meaning."),
    detail: z.string().describe("What is wrong with this very request, for people."),
    field: z.string().optional().describe("The offending member or parameter, as a dotted path, when one is to blame."),
    request_id: z.string().describe("The same as the `X-Request-Id` header."),
  })
  .meta({ id: "Problem", description: "Why a call was not done (RFC 9457)." });

export type Problem = z.infer<typeof problemSchema>;
