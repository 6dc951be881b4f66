/** A second signal this soon after the first is the same wish: the terminal, npm and the starting process each pass Ctrl-C on. */
const SAME_WISH_MS = 2_000;

export interface StopRequest {
  /** Aborted when this process is asked to end. */
  signal: AbortSignal;
  /** Resolves at the same moment. */
  requested: Promise<void>;
}

/**
 * Listens for the wish to end: SIGINT, SIGTERM, SIGHUP, or the death of the process that started this one with a channel. A later second
 * signal ends this process at once, exit code 130; what it started notices by itself.
 */
export function listenForStop(): StopRequest {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  let firstAt: number | undefined;
  const ask = () => {
    const now = performance.now();
    if (firstAt !== undefined && now - firstAt > SAME_WISH_MS) process.exit(130);
    firstAt ??= now;
    controller.abort();
    resolve();
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, ask);
  process.once("disconnect", ask);
  return { signal: controller.signal, requested: promise };
}
