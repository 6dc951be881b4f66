import {
  type AllowList,
  type EndpointUrl,
  type EndpointUrlRefusal,
  type EndpointUrlRefusalCode,
  type OwnInbox,
  parseEndpointUrl,
} from "@hooklane/contracts/egress";
import type { AttemptResult } from "@hooklane/core";
import { LRUCache } from "lru-cache";
import type { Dispatcher } from "undici";
import { startDeadline } from "./abort.ts";
import type { AcquireOptions, ConnectionPool } from "./connection-pool.ts";
import type { DialTimings } from "./dial.ts";
import { type EgressRequest, type Exchange, type ExchangeTimings, type Failure, failure, type ReceivedResponse } from "./exchange.ts";
import { isConnectionLoss, mapExchangeError } from "./map-error.ts";
import type { ReadOutcome } from "./read-response.ts";
import { shapeRequest } from "./request-shape.ts";
import { headerValues, storeHeaders } from "./stored-headers.ts";

/** What is handed on of the headers that steer delivery; anything longer is not valid anyway. */
const MAX_RETRY_AFTER_LENGTH = 128;
const MAX_LOCATION_LENGTH = 2_048;
/** URLs whose judgement is remembered. */
const MAX_KNOWN_URLS = 10_000;

export type PostOptions = {
  allow: AllowList;
  allowHttp: boolean;
  inbox?: OwnInbox | undefined;
  /** From the call to the last byte read; name lookup, connecting and waiting included. */
  totalTimeoutMs: number;
  maxBodyBytes: number;
  pool: ConnectionPool;
};

export type Poster = {
  /** Makes one request. Never rejects: every end is a result. */
  post(request: EgressRequest): Promise<Exchange>;
  readonly inFlight: number;
  /** Refuses new requests and ends the running ones as `shutdown`; resolves when all have returned. */
  stop(): Promise<void>;
};

/** What is known of the connection while a request is under way. */
type Trace = { timings: DialTimings & { firstByteMs?: number }; remoteAddress?: string; reusedSocket: boolean };

type Deadline = ReturnType<typeof startDeadline>;

type Answer = Extract<ReadOutcome, { kind: "response" }>;

/** Refused by the operator's rules. Anything else wrong with a stored URL makes the request unsendable. */
const BLOCKED_CODES: ReadonlySet<EndpointUrlRefusalCode> = new Set(["blocked_destination", "http_not_allowed"]);

const SHUTDOWN = failure("shutdown", "The worker stopped before the request ended.");

export function createPoster({ allow, allowHttp, inbox, totalTimeoutMs, maxBodyBytes, pool }: PostOptions): Poster {
  const running = new Map<Deadline, Promise<unknown>>();
  /** What the rules say of a URL depends on nothing else. */
  const endpoints = new LRUCache<string, EndpointUrl | EndpointUrlRefusal>({ max: MAX_KNOWN_URLS });
  let isStopping = false;

  function judgeUrl(url: string): EndpointUrl | EndpointUrlRefusal {
    const known = endpoints.get(url);
    if (known) return known;
    const judged = parseEndpointUrl(url, { allowHttp, allow, inbox });
    endpoints.set(url, judged);
    return judged;
  }

  async function exchange(request: EgressRequest, signal: AbortSignal, trace: Trace): Promise<Answer | Failure> {
    if (isStopping) return SHUTDOWN;
    const endpoint = judgeUrl(request.url);
    if (!endpoint.ok) return failure(BLOCKED_CODES.has(endpoint.code) ? "blocked_destination" : "unsendable_request", endpoint.detail);
    const shaped = shapeRequest(endpoint.path, request);
    if (!shaped.ok) return shaped;

    const acquire = { destination: endpoint, tenantId: request.tenantId, signal };
    const first = await tryOnce(shaped.options, { ...acquire, isFresh: request.freshConnection === true }, trace);
    if (first !== "lost") return first;
    // The receiver closed a kept connection just as it was used again. That says nothing about the receiver, so the
    // request moves to a new connection within the same deadline.
    const second = await tryOnce(shaped.options, { ...acquire, isFresh: true }, trace);
    return second === "lost" ? failure("reset_before_response", "The connection was closed before any byte of an answer.") : second;
  }

  /** One try on one connection; `lost` when a kept connection died before any byte of an answer. */
  async function tryOnce(options: Dispatcher.DispatchOptions, acquire: AcquireOptions, trace: Trace): Promise<Answer | Failure | "lost"> {
    const acquired = await pool.acquire(acquire);
    if (!acquired.ok) {
      trace.timings = acquired.timings;
      trace.remoteAddress = acquired.remoteAddress;
      trace.reusedSocket = false;
      return acquired.error === "timeout" ? failBeforeConnection(acquired.timings) : acquired;
    }
    const { connection } = acquired;
    trace.reusedSocket = connection.wasUsed;
    trace.remoteAddress = connection.remoteAddress;
    trace.timings = connection.wasUsed ? {} : { ...connection.timings };
    const outcome = await connection.send(options, maxBodyBytes, acquire.signal);
    pool.release(connection);
    trace.timings.firstByteMs = outcome.firstByteMs;
    if (outcome.kind === "response") return outcome;
    if (isFailure(outcome.error)) return outcome.error;
    const isLost = trace.reusedSocket && !outcome.hasResponseStarted && isConnectionLoss(outcome.error);
    return isLost ? "lost" : mapExchangeError(outcome.error, outcome.hasResponseStarted);
  }

  async function post(request: EgressRequest): Promise<Exchange> {
    const startedAt = performance.now();
    const trace: Trace = { timings: {}, reusedSocket: false };
    const deadline = startDeadline(totalTimeoutMs);
    const work = exchange(request, deadline.signal, trace).catch((error: unknown) => failure("unknown", String(error)));
    running.set(deadline, work);
    const outcome = await work;
    running.delete(deadline);
    deadline.cancel();
    return report(outcome, trace, performance.now() - startedAt);
  }

  return {
    post,
    get inFlight() {
      return running.size;
    },
    async stop() {
      isStopping = true;
      for (const deadline of running.keys()) deadline.end(SHUTDOWN);
      await Promise.all(running.values());
    },
  };
}

function report(outcome: Answer | Failure, { timings, remoteAddress, reusedSocket }: Trace, totalMs: number): Exchange {
  const common = { timings: { ...timings, totalMs } satisfies ExchangeTimings, remoteAddress, reusedSocket };
  if ("error" in outcome) return { result: { kind: "error", error: outcome.error, detail: outcome.detail }, ...common };
  return { result: readResult(outcome), response: readReceived(outcome), ...common };
}

function readResult({ status, rawHeaders, bodyError }: Answer): AttemptResult {
  const retryAfter = headerValues(rawHeaders, "retry-after", MAX_RETRY_AFTER_LENGTH);
  const [location] = headerValues(rawHeaders, "location", MAX_LOCATION_LENGTH);
  return {
    kind: "response",
    status,
    ...(retryAfter.length > 0 && { retryAfter }),
    ...(location !== undefined && { location }),
    ...(bodyError !== undefined && { bodyError }),
  };
}

function readReceived({ rawHeaders, body, isTruncated }: Answer): ReceivedResponse {
  const stored = storeHeaders(rawHeaders);
  return { headers: stored.headers, headersTruncated: stored.isTruncated, body, truncated: isTruncated };
}

/** The deadline passed, but the receiver cannot have seen anything: that is not an unanswered request. */
function failBeforeConnection({ dnsMs, connectMs }: DialTimings): Failure {
  const isLookup = dnsMs !== undefined && connectMs === undefined;
  if (isLookup) return failure("dns_timeout", "The name was not resolved before the deadline of the request.");
  return failure("connect_timeout", "There was no connection before the deadline of the request.");
}

/** An aborted exchange ends with the Failure its signal was aborted with. */
function isFailure(error: unknown): error is Failure {
  return typeof error === "object" && error !== null && "ok" in error && error.ok === false;
}
