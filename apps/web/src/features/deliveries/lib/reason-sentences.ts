/** A reason in words: what is the case, and what would change it. */
export interface ReasonText {
  /** For a line in a table. */
  short: string;
  sentence: string;
  fix?: string;
}

const waiting: Record<string, ReasonText> = {
  due_now: { short: "Due now", sentence: "Due now: it goes out next." },
  retry_scheduled: { short: "Waits for its retry", sentence: "The last attempt failed; the next waits for its time." },
  subscription_paused: {
    short: "Endpoint is paused",
    sentence: "The endpoint is paused. Nothing is sent; the deadline runs.",
    fix: "Resume the endpoint to send what waits.",
  },
  subscription_disabled: { short: "Endpoint is disabled", sentence: "The endpoint is disabled.", fix: "Enable the endpoint." },
  subscription_deleted: { short: "Endpoint was deleted", sentence: "The endpoint was deleted; its deliveries are being ended." },
  retry_after: { short: "Endpoint asked to wait", sentence: "The endpoint asked, with Retry-After, to be left alone until then." },
  host_full: {
    short: "Host is at its limit",
    sentence: "The host has as many requests in flight as it may receive.",
    fix: "Answer faster: a request in flight holds its place until it is answered.",
  },
  lane_full: {
    short: "Endpoint is at its limit",
    sentence: "This endpoint has as many requests in flight as it may receive.",
    fix: "Answer faster: a request in flight holds its place until it is answered.",
  },
  ordered_head: { short: "Waits for the one before it", sentence: "It waits for the delivery before it: this endpoint receives in order." },
  pool_full: { short: "Workers are busy", sentence: "The workers are busy; it goes out as soon as one is free." },
};

const dead: Record<string, ReasonText> = {
  terminal_status: {
    short: "Refused for good",
    sentence: "The endpoint answered with a status that no retry can change.",
    fix: "Make the endpoint answer 2xx for this event.",
  },
  gone: {
    short: "Endpoint is gone",
    sentence: "The endpoint answered 410 Gone, so it was disabled.",
    fix: "Enable the endpoint when it is back.",
  },
  expired: { short: "Deadline passed", sentence: "No attempt succeeded before the deadline." },
  max_attempts: { short: "Attempts used up", sentence: "The limit of attempts for this endpoint was reached." },
  blocked_destination: {
    short: "Address is blocked",
    sentence: "The endpoint's name leads to an address that must never be contacted.",
    fix: "Point the endpoint's name at a public address.",
  },
  outcome_unknown: { short: "Outcome not known", sentence: "At most once: the request may have arrived, but no answer was read." },
  subscription_disabled: {
    short: "Endpoint is disabled",
    sentence: "The endpoint was disabled when the event came.",
    fix: "Enable the endpoint.",
  },
  subscription_deleted: { short: "Endpoint was deleted", sentence: "The endpoint was deleted." },
  backlog_shed: { short: "Too much was waiting", sentence: "Recorded without an attempt: too much was waiting for this endpoint." },
  missing_event: { short: "Event no longer kept", sentence: "The event or its payload is no longer kept." },
  undecryptable_secret: {
    short: "Secret cannot be opened",
    sentence: "The signing secret could not be opened.",
    fix: "Rotate the endpoint's secret.",
  },
  invalid_url: {
    short: "URL cannot be requested",
    sentence: "The endpoint's URL cannot be requested.",
    fix: "Correct the URL in the endpoint's settings.",
  },
  unsendable_request: {
    short: "Request cannot be built",
    sentence: "The request could not be built from the endpoint's settings.",
    fix: "Check the custom headers in the endpoint's settings.",
  },
  unknown_state: { short: "Unknown state", sentence: "It holds a state this version does not know." },
};

const read = (texts: Record<string, ReasonText>, reason: string): ReasonText =>
  (Object.hasOwn(texts, reason) ? texts[reason] : undefined) ?? { short: reason, sentence: `Reason: ${reason}.` };

/** Why a pending delivery waits. A reason of a newer version is shown as its word. */
export const waitingText = (reason: string): ReasonText => read(waiting, reason);

/** Why attempts stopped. A reason of a newer version is shown as its word. */
export const deadText = (reason: string): ReasonText => read(dead, reason);
