import { version } from "../version.ts";
import { HooklaneError } from "./hooklane-error.ts";
import { pause } from "./pause.ts";
import { readAnswer } from "./read-answer.ts";
import { faultCode, isRetryable, type RetryPolicy, retryDelayMs } from "./retry-policy.ts";

/** One call of the API. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** From `/v1` on, with its ids already encoded. */
  readonly path: string;
  readonly query?: URLSearchParams;
  /** JSON; every attempt sends the same. */
  readonly body?: string;
  /** Doing it twice comes to the same as doing it once. Default: true for all but POST. */
  readonly isRepeatable?: boolean;
}

/** What a single call may have of its own. */
export interface CallOptions {
  /** Ends the call, also while it waits for its next attempt; it then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Time for one attempt, in milliseconds. */
  readonly timeoutMs?: number;
  /** Time for all attempts and waits together, in milliseconds; 0: one attempt. */
  readonly totalMs?: number;
}

export interface TransportOptions {
  /** Ends with a slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
  readonly fetch: typeof fetch;
}

/** Makes calls: sends, waits, tries again, and tells answers from failures. */
export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /** @throws HooklaneError when the API refused or could not be reached; the signal's reason when it was aborted */
  async send<T>(request: ApiRequest, { signal, timeoutMs = this.#options.timeoutMs, totalMs }: CallOptions = {}): Promise<T> {
    const { retry } = this.#options;
    const allowedMs = totalMs ?? retry.totalMs;
    const endsAtMs = allowedMs === 0 ? Number.POSITIVE_INFINITY : performance.now() + allowedMs;
    const isRepeatable = request.isRepeatable ?? request.method !== "POST";
    let last: HooklaneError | undefined;
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      const leftMs = endsAtMs - performance.now();
      if (last && leftMs <= 0) throw last;
      try {
        return (await this.#attempt(request, Math.min(timeoutMs, leftMs), signal)) as T;
      } catch (error) {
        if (!(error instanceof HooklaneError)) throw error;
        // Cut short by the end of the whole call, an attempt says less than the one before it
        const isCutShort = error.code === "timeout" && leftMs < timeoutMs;
        last = isCutShort && last ? last : error;
        last.attempts = attempt;
        const delayMs = retryDelayMs(error, attempt, retry, Math.random);
        const isLast = allowedMs === 0 || performance.now() + delayMs >= endsAtMs;
        if (isLast || !isRetryable(error, isRepeatable)) throw last;
        await pause(delayMs, signal);
      }
    }
  }

  async #attempt({ method, path, query, body }: ApiRequest, timeoutMs: number, signal: AbortSignal | undefined): Promise<unknown> {
    const { baseUrl, apiKey } = this.#options;
    const search = query?.size ? `?${query}` : "";
    const headers: Record<string, string> = { accept: "application/json", authorization: `Bearer ${apiKey}`, "user-agent": userAgent };
    if (body !== undefined) headers["content-type"] = "application/json";
    const controller = new AbortController();
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      controller.abort();
    }, timeoutMs);
    const onAbort = () => controller.abort();
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      const response = await this.#options.fetch(`${baseUrl}${path.slice(1)}${search}`, {
        method,
        headers,
        redirect: "manual",
        signal: controller.signal,
        ...(body !== undefined && { body }),
      });
      const answer = { status: response.status, headers: response.headers, text: await response.text() };
      return readAnswer(answer, Date.now());
    } catch (error) {
      if (error instanceof HooklaneError) throw error;
      signal?.throwIfAborted();
      if (isTimedOut) {
        throw new HooklaneError({ status: null, code: "timeout", detail: `No answer within ${Math.round(timeoutMs)} ms.`, cause: error });
      }
      throw new HooklaneError({ status: null, code: "network_error", detail: describeFault(error), cause: error });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    }
  }
}

const userAgent = `hooklane-sdk/${version}`;

function describeFault(error: unknown): string {
  const what = faultCode(error) ?? (error instanceof Error ? error.message : String(error));
  return `The API could not be reached: ${what}.`;
}
