import type { ProblemCode } from "./problems.ts";

/** What a code means beyond its title, and what whoever meets it can do. */
export interface ProblemHelp {
  meaning: string;
  remedy: string;
}

/** Help for every code: the catalogue that `type` of a problem leads to. */
export const problemHelp: Readonly<Record<ProblemCode, ProblemHelp>> = {
  invalid_json: {
    meaning: "The body ends too early, holds something that is no JSON, or nests too deeply. The detail names line, column and byte.",
    remedy: "Correct the body. Sending it again as it is will fail again.",
  },
  invalid_encoding: {
    meaning: "The body holds bytes that are not UTF-8. The detail names the first of them.",
    remedy: "Encode the body as UTF-8, without a byte order mark.",
  },
  invalid_parameter: {
    meaning: "A query parameter has a value that cannot be used, is given twice, or does not exist. `field` names it.",
    remedy: "Correct or leave out the parameter. A parameter that does not exist is refused, because it would be ignored in silence.",
  },
  key_in_url: {
    meaning: "The URL carries what looks like an API key. Proxies and logs on the way have seen it.",
    remedy: "Revoke that key, make a new one, and send it in the `Authorization` header.",
  },
  unauthorized: {
    meaning: "The request has no API key, or one that is malformed, unknown or revoked. Which of these is not told.",
    remedy: "Send `Authorization: Bearer hk_…` with a key that is listed under API keys in the dashboard.",
  },
  forbidden: {
    meaning: "The API key is valid but lacks the scope that the call asks for. The detail names it.",
    remedy: "Make a key with that scope. The scopes of a key do not change.",
  },
  confirmation_needed: {
    meaning: "What was asked for in the dashboard is done only by somebody who has proved within the last ten minutes who they are.",
    remedy: "Confirm it with the password, or sign in again. Calls of the API are never answered with this.",
  },
  not_found: {
    meaning: "There is nothing under this path or id. What belongs to another tenant looks exactly the same.",
    remedy: "Check the id and that the key belongs to the tenant that owns it. Deleted subscriptions are not found either; their log is.",
  },
  method_not_allowed: {
    meaning: "The path exists, but not with this method. The `Allow` header lists those it takes.",
    remedy: "Use one of the listed methods.",
  },
  delivery_not_final: {
    meaning: "The delivery is pending or in flight: it is still being made.",
    remedy: "Wait until it is delivered or dead. What is final can be replayed.",
  },
  subscription_disabled: {
    meaning: "The subscription is disabled, and nothing but tests is sent to it.",
    remedy: "Enable it first.",
  },
  subscription_deleted: {
    meaning: "The subscription was deleted. Its log is kept, but nothing is sent to it again.",
    remedy: "Register the endpoint anew. What was sent before cannot be replayed to the new subscription.",
  },
  job_ended: {
    meaning: "The job is completed, cancelled or failed, and cannot be changed any more.",
    remedy: "Start another one.",
  },
  payload_gone: {
    meaning: "The payload was erased, or its keeping has ended, so there is nothing to send.",
    remedy: "Post the event anew.",
  },
  request_timeout: {
    meaning: "The request did not arrive completely within 30 seconds.",
    remedy: "Send it again. An event that carries an idempotency key is not taken twice.",
  },
  payload_too_large: {
    meaning: "The payload of an event is larger than 262,144 bytes.",
    remedy: "Send a reference to the data in place of the data.",
  },
  request_too_large: {
    meaning: "The body is larger than this call takes. The detail names the limit.",
    remedy: "Make the body smaller.",
  },
  unsupported_media_type: {
    meaning: "The body is not announced as JSON, or it is compressed.",
    remedy: "Send `Content-Type: application/json` and no `Content-Encoding`.",
  },
  unprocessable: {
    meaning: "The body is JSON, but a member is missing, unknown, or has a value that cannot be used. `field` names it.",
    remedy: "Correct the member. Sending the request again as it is will fail again.",
  },
  idempotency_key_reused: {
    meaning: "The idempotency key was used for an event of another type or payload.",
    remedy: "Use one key for one event. Nothing was accepted; the first event stands.",
  },
  invalid_geometry: {
    meaning:
      "The event's type is geographic, and the payload is no GeoJSON Feature with a valid geometry in EPSG:4326. The detail names fault and place.",
    remedy: "Correct the geometry. Sending it again as it is will fail again.",
  },
  ingest_quota_exceeded: {
    meaning: "The tenant handed in more events per second than its plan allows. The `RateLimit` header says how much is left.",
    remedy: "Wait as long as `Retry-After` says and send the request again, or ask for another plan.",
  },
  subscription_backlog_shed: {
    meaning:
      "So much waits for every subscription that the event matches that new deliveries would be recorded dead. Nothing was accepted.",
    remedy: "Wait as long as `Retry-After` says, and see in the subscriptions' health why they do not keep up.",
  },
  too_much_under_way: {
    meaning: "The tenant's requests hold too many bytes at one time.",
    remedy: "Send fewer or smaller requests at a time. Wait as long as `Retry-After` says and send this one again.",
  },
  already_exists: {
    meaning: "The tenant has one of this name already.",
    remedy: "Change the one there is, or take another name.",
  },
  too_many_attempts: {
    meaning: "There were too many attempts within a short time.",
    remedy: "Wait as long as `Retry-After` says.",
  },
  limit_reached: {
    meaning: "The tenant has as many of these as its plan allows.",
    remedy: "Delete what is not needed, or ask for another plan.",
  },
  internal: {
    meaning: "The request failed for a fault of ours. It is logged under the request's id.",
    remedy: "Send it again later, with an idempotency key where the call takes one. If it keeps failing, report the `request_id`.",
  },
  unavailable: {
    meaning: "The service is starting, ending, or has lost its database. Where the detail says so, nothing was accepted.",
    remedy: "Wait as long as `Retry-After` says and send the request again, with an idempotency key where the call takes one.",
  },
};

/** Where the catalogue is read. `type` of a problem is this address of the installation, with the code after a `#`. */
export const PROBLEMS_PATH = "/docs/errors";

/** `type` of a problem. @param publicUrl of the installation, without a slash at its end */
export const problemType = (publicUrl: string, code: ProblemCode): string => `${publicUrl}${PROBLEMS_PATH}#${code}`;
