import { type Failure, failure } from "./exchange.ts";

/**
 * Every signal inside egress is aborted with a Failure as its reason, so that whoever waits can return the reason
 * as its own result.
 */
export function abortFailure(signal: AbortSignal): Failure {
  return signal.reason as Failure;
}

/**
 * Waits for `promise`, but no longer than the signal allows. The work behind the promise goes on: it belongs to others
 * too, or cannot be stopped.
 */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | Failure> {
  if (signal.aborted) return Promise.resolve(abortFailure(signal));
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(abortFailure(signal));
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/** The total deadline of one request, from now until `cancel`, and the way to end it early. */
export function startDeadline(totalTimeoutMs: number): { signal: AbortSignal; end(reason: Failure): void; cancel(): void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(failure("timeout", `No complete answer within ${totalTimeoutMs} ms.`)), totalTimeoutMs);
  return { signal: controller.signal, end: (reason) => controller.abort(reason), cancel: () => clearTimeout(timer) };
}
