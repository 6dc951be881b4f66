import type { Dispatcher } from "undici";
import { abortFailure } from "./abort.ts";
import { failure } from "./exchange.ts";
import { describeBodyError } from "./map-error.ts";

/** Interim responses (1xx) before the answer. A server sends one or two; one that sends them without an end would keep its permit until the deadline. */
const MAX_INTERIM = 32;

/** What came back on one connection. `error` is whatever ended it: an Error of a library, or the Failure of an abort. */
export type ReadOutcome = {
  /** From handing the request over until the first byte of the answer. */
  firstByteMs?: number;
} & (
  | { kind: "response"; status: number; rawHeaders: Buffer[]; body: Buffer; isTruncated: boolean; bodyError?: string }
  | { kind: "failed"; error: unknown; hasResponseStarted: boolean }
);

/**
 * Sends one request and reads its answer: the status line decides, the body is read up to `maxBodyBytes` and then the
 * connection is given up. Nothing is decoded or followed. Never rejects.
 */
export function readResponse(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  maxBodyBytes: number,
  signal: AbortSignal,
): Promise<ReadOutcome> {
  return new Promise((resolve) => {
    const reader = new ResponseReader(maxBodyBytes, (outcome) => {
      signal.removeEventListener("abort", onAbort);
      resolve(outcome);
    });
    const onAbort = () => reader.stop(abortFailure(signal));
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    else dispatcher.dispatch(request, reader);
  });
}

class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #maxBodyBytes: number;
  #settle: ((outcome: ReadOutcome) => void) | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #startedAt = performance.now();
  #firstByteMs: number | undefined;
  #interim = 0;
  #status: number | undefined;
  #rawHeaders: Buffer[] = [];
  #chunks: Buffer[] = [];
  #bodyBytes = 0;

  constructor(maxBodyBytes: number, settle: (outcome: ReadOutcome) => void) {
    this.#maxBodyBytes = maxBodyBytes;
    this.#settle = settle;
  }

  /** Ends the exchange now: with what was read of an answer, or with `reason`. */
  stop(reason: { detail: string }): void {
    this.#finish(reason, reason.detail);
    this.#controller?.abort(new Error(reason.detail));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#startedAt = performance.now();
    // The exchange ended while the request waited for its connection: nothing may be written any more.
    if (this.#settle === undefined) controller.abort(new Error("ended before it was sent"));
  }

  onResponseStarted(): void {
    this.#firstByteMs ??= performance.now() - this.#startedAt;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    // 102 and 103 announce an answer; the final status line is still to come.
    if (status < 200) {
      if (++this.#interim > MAX_INTERIM)
        this.stop(failure("protocol_error", `More than ${MAX_INTERIM} interim responses came, and no answer.`));
      return;
    }
    this.#status = status;
    this.#rawHeaders = (controller.rawHeaders ?? []) as Buffer[];
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const wanted = this.#maxBodyBytes - this.#bodyBytes;
    this.#bodyBytes += chunk.length;
    if (wanted > 0) this.#chunks.push(chunk.subarray(0, wanted));
    if (chunk.length <= wanted) return;
    this.#finish(undefined);
    controller.abort(new Error("enough of the body was read"));
  }

  onResponseEnd(): void {
    this.#finish(undefined);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finish(error, describeBodyError(error));
  }

  #finish(error: unknown, bodyError?: string): void {
    const settle = this.#settle;
    if (settle === undefined) return;
    this.#settle = undefined;
    const firstByteMs = this.#firstByteMs;
    if (this.#status === undefined) {
      settle({ kind: "failed", error, hasResponseStarted: firstByteMs !== undefined, firstByteMs });
      return;
    }
    settle({
      kind: "response",
      status: this.#status,
      rawHeaders: this.#rawHeaders,
      // Copies: the chunks are views of much larger read buffers.
      body: Buffer.concat(this.#chunks),
      isTruncated: this.#bodyBytes > this.#maxBodyBytes,
      bodyError,
      firstByteMs,
    });
  }
}
