import type { DeliveryWait } from "@hooklane/contracts";

/** A reason in words: what is the case, and what would change it. */
export interface ReasonText {
  /** For a line in a table. */
  short: string;
  sentence: string;
  /** What a delivery waited for that waited for it: ends a sentence. */
  past?: string;
  fix?: string;
}

const waiting: Record<string, ReasonText> = {
  due_now: { short: "Due now", sentence: "Due now: it goes out next." },
  retry_scheduled: {
    short: "Waits for its retry",
    sentence: "The last attempt failed; the next waits for its time.",
    past: "its own schedule, drawn at random after a failure",
  },
  replay_paused: {
    short: "Its replay is paused",
    sentence: "The bulk replay it belongs to is paused. Nothing of it is sent; the deadline runs.",
    past: "its bulk replay was paused",
    fix: "Resume the replay to send what waits, or cancel it.",
  },
  subscription_paused: {
    short: "Endpoint is paused",
    sentence: "The endpoint is paused. Nothing is sent; the deadline runs.",
    past: "the endpoint was paused",
    fix: "Resume the endpoint to send what waits.",
  },
  subscription_disabled: {
    short: "Endpoint is disabled",
    sentence: "The endpoint is disabled.",
    past: "the endpoint was disabled",
    fix: "Enable the endpoint.",
  },
  subscription_deleted: {
    short: "Endpoint was deleted",
    sentence: "The endpoint was deleted; its deliveries are being ended.",
    past: "the endpoint was deleted",
  },
  retry_after: {
    short: "Endpoint asked to wait",
    sentence: "The endpoint asked, with Retry-After, to be left alone until then.",
    past: "the endpoint had asked, with Retry-After, to be left alone",
  },
  host_full: {
    short: "Host is at its limit",
    sentence: "The host has as many requests in flight as it may receive.",
    past: "the host had as many requests in flight as it may receive",
    fix: "Answer faster: a request in flight holds its place until it is answered.",
  },
  lane_full: {
    short: "Endpoint is at its limit",
    sentence: "This endpoint has as many requests in flight as it may receive.",
    past: "the endpoint had as many requests in flight as it may receive",
    fix: "Answer faster: a request in flight holds its place until it is answered.",
  },
  ordered_head: {
    short: "Waits for the one before it",
    sentence: "It waits for the delivery before it: this endpoint receives in order.",
    past: "the delivery before it was under way, and the endpoint receives in order",
  },
  circuit_open: {
    short: "Circuit is open",
    sentence: "The endpoint failed so often that more requests would only hurt it. A single probe goes out at the time shown.",
    past: "the circuit was open",
    fix: "Mend the endpoint: the first good answer to a probe brings its deliveries back.",
  },
  probe_in_flight: {
    short: "Probe under way",
    sentence: "One probe is under way; its answer decides whether deliveries go on.",
    past: "a probe was under way",
  },
  host_circuit_open: {
    short: "Host's circuit is open",
    sentence: "The host failed for several subscriptions at once. A single probe goes out at the time shown.",
    past: "the host's circuit was open",
    fix: "Mend the host: the first good answer to a probe brings its deliveries back.",
  },
  host_probe_in_flight: {
    short: "Probe under way",
    sentence: "One probe to the host is under way; its answer decides whether deliveries go on.",
    past: "a probe to the host was under way",
  },
  rate_limited: {
    short: "At the endpoint's rate",
    sentence: "The endpoint has had its deliveries of this second: its own limit, or what it has proven to take.",
    past: "the endpoint was at its rate",
    fix: "The rate rises by itself while the endpoint answers well; a limit that you set yourself is in its settings.",
  },
  ramp: {
    short: "Endpoint is recovering",
    sentence: "The endpoint is back, and gets more from minute to minute instead of everything at once.",
    past: "the endpoint was recovering, and got more step by step",
  },
  retry_budget: {
    short: "Retries are rationed",
    sentence: "The endpoint fails too often for more retries now: each success earns a part of one, and time does.",
    past: "the endpoint failed too often for more retries",
    fix: "Mend what makes deliveries fail.",
  },
  catch_up: {
    short: "Backlog goes step by step",
    sentence: "What waited is sent beside new events, as far as the endpoint's rate allows.",
    past: "what had waited was sent beside new events, as far as the endpoint's rate allowed",
  },
  tenant_full: {
    short: "Plan's limit in flight",
    sentence: "All your endpoints together have as many requests in flight as your plan allows.",
    past: "all your endpoints together had as many requests in flight as your plan allows",
    fix: "Slow endpoints hold their places longest: make them answer faster, or change the plan.",
  },
  tenant_rate_limited: {
    short: "Plan's rate",
    sentence: "All your endpoints together have had the deliveries per second that your plan allows.",
    past: "all your endpoints together had the deliveries per second that your plan allows",
    fix: "Change the plan to send faster.",
  },
  host_bytes: {
    short: "Host's bytes per second",
    sentence: "The host has received as many bytes as it may for now.",
    past: "the host had received as many bytes as it may",
  },
  sick_pool: {
    short: "Failing endpoints share",
    sentence: "Failing endpoints together hold as much of the workers as they may; those that answer come first.",
    past: "failing endpoints together held as much of the workers as they may",
  },
  pool_full: {
    short: "Workers are busy",
    sentence: "The workers are busy; it goes out as soon as one is free.",
    past: "the workers were busy",
  },
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
  replay_cancelled: {
    short: "Replay was cancelled",
    sentence: "The bulk replay it belonged to was cancelled before it was sent.",
    fix: "Replay it again when it is to be sent after all.",
  },
  payload_erased: { short: "Payload was erased", sentence: "The event's payload was erased before it was delivered." },
  missing_event: { short: "Event no longer kept", sentence: "The event or its payload is no longer kept." },
  undecryptable_secret: {
    short: "Secret cannot be opened",
    sentence: "The signing secret, the query of the URL or a header's value could not be opened.",
    fix: "Rotate the endpoint's secret, and set its URL and headers anew.",
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
  retry_budget: {
    short: "Retries not afforded",
    sentence: "Its retry budget was empty, and the endpoint is set to give up instead of waiting.",
    fix: "Choose to wait in the endpoint's retry settings, or replay it.",
  },
  unknown_state: { short: "Unknown state", sentence: "It holds a state this version does not know." },
};

const read = (texts: Record<string, ReasonText>, reason: string): ReasonText =>
  (Object.hasOwn(texts, reason) ? texts[reason] : undefined) ?? { short: reason, sentence: `Reason: ${reason}.` };

/** Why a pending delivery waits. A reason of a newer version is shown as its word. */
export const waitingText = (reason: string): ReasonText => read(waiting, reason);

const limits: Record<string, (limit: number) => string> = {
  lane_full: (limit) => `: ${limit}`,
  host_full: (limit) => `: ${limit}`,
  tenant_full: (limit) => `: ${limit}`,
  rate_limited: (limit) => `, ${Number(limit.toPrecision(3))} per second`,
  tenant_rate_limited: (limit) => `: ${limit}`,
  ramp: (limit) => `, ${limit} % when it began`,
};

/** What a delivery waited for in a stretch that is over. */
export function waitedText({ reason, times, limit }: Pick<DeliveryWait, "reason" | "times" | "limit">): string {
  if (reason === null) return "It waited for its turn.";
  const past = read(waiting, reason).past ?? `reason ${reason}`;
  const number = limit === null ? "" : Object.hasOwn(limits, reason) ? (limits[reason]?.(limit) ?? "") : "";
  const often = times > 1 ? `, ${times} times in this while` : "";
  return `It waited: ${past}${number}${often}.`;
}

/** Why attempts stopped. A reason of a newer version is shown as its word. */
export const deadText = (reason: string): ReasonText => read(dead, reason);
