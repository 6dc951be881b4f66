import {
  type AttemptResult,
  type Classification,
  type Settlement as Decision,
  type PolicyConfig,
  type Random,
  settle,
} from "@hooklane/core";
import { type ClaimedDelivery, type Settlement, uuidTime } from "@hooklane/db";
import type { Exchange } from "../egress/index.ts";
import type { Lane } from "../subscriptions/subscription-cache.ts";
import type { DeliveryRequest } from "./build-request.ts";
import { hideQuery } from "./hide-query.ts";

const MAX_ERROR_CHARACTERS = 1_000;

export interface FinishedAttempt {
  claim: ClaimedDelivery;
  leaseToken: string;
  lane: Lane;
  request: DeliveryRequest;
  exchange: Exchange;
  classification: Classification;
  startedMs: number;
  endedMs: number;
}

/** Core's decision on a finished attempt, and the row that records both. */
export function settleAttempt(attempt: FinishedAttempt, policy: PolicyConfig, random: Random): { decision: Decision; row: Settlement } {
  const { claim, lane, classification, endedMs } = attempt;
  const decision = settle(
    {
      classification,
      attempt: claim.attempt,
      lostAttempts: claim.attempt - 1 - claim.failures,
      class: claim.class,
      mode: claim.mode,
      deadlineAt: claim.deadlineMs,
      prevDelayMs: claim.prevDelayMs,
      retryPolicy: lane.retryPolicy,
      retryableStatuses: lane.retryableStatuses,
      now: endedMs,
    },
    policy,
    random,
  );
  return { decision, row: toRow(attempt, decision) };
}

function toRow(
  { claim, leaseToken, request, exchange, classification, startedMs, endedMs }: FinishedAttempt,
  decision: Decision,
): Settlement {
  const { result, timings } = exchange;
  const hide = hideQuery(request.url);
  const response = exchange.response && hide.response(exchange.response);
  const pending = decision.state === "pending" ? decision : undefined;
  return {
    deliveryId: claim.id,
    leaseToken,
    number: claim.attempt,
    state: decision.state,
    class: pending?.class ?? claim.class,
    failure: classification.success || classification.outcome === "aborted" ? 0 : 1,
    nextAttemptMs: pending?.nextAttemptAt ?? claim.dueMs,
    delayMs: pending?.prevDelayMs ?? claim.prevDelayMs,
    reason: decision.state === "delivered" ? null : decision.reason,
    success: classification.success,
    totalMs: decision.state === "delivered" ? Math.max(0, endedMs - uuidTime(claim.id)) : null,
    startedMs,
    outcome: classification.outcome,
    cause: classification.cause,
    trigger: triggerOf(claim),
    status: result.kind === "response" ? result.status : null,
    durationMs: Math.round(timings.totalMs),
    dnsMs: rounded(timings.dnsMs),
    connectMs: rounded(timings.connectMs),
    tlsMs: rounded(timings.tlsMs),
    firstByteMs: rounded(timings.firstByteMs),
    remoteAddress: exchange.remoteAddress ?? null,
    requestHeaders: JSON.stringify(request.recordedHeaders),
    responseHeaders: response ? JSON.stringify(response.headers) : null,
    responseBody: response?.body ?? null,
    bodyTruncated: response?.truncated ?? false,
    error: storable(hide.text(errorOf(result, classification))),
  };
}

const rounded = (ms: number | undefined): number | null => (ms === undefined ? null : Math.round(ms));

const triggerOf = (claim: ClaimedDelivery): string => {
  if (claim.test) return "test";
  if (claim.attempt > 1) return "retry";
  return claim.replayId ? "replay" : "event";
};

/** One line for people; null after a success that had nothing to remark. */
function errorOf(result: AttemptResult, classification: Classification): string | null {
  if (result.kind === "error") return result.detail ?? result.error;
  if (classification.success) return result.bodyError === undefined ? null : `the answer's body broke off: ${result.bodyError}`;
  if (classification.cause === "http_3xx")
    return `HTTP ${result.status}: redirects are not followed${result.location ? `; the endpoint points to ${result.location}` : ""}`;
  return `HTTP ${result.status}`;
}

/** A text column takes no NUL and no lone surrogate; both become the replacement character. */
function storable(text: string | null): string | null {
  if (text === null) return null;
  return text.slice(0, MAX_ERROR_CHARACTERS).replaceAll("\0", "\ufffd").toWellFormed();
}
