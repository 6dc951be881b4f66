import type { Server } from "node:http";

const IDLE_CHECK_MS = 100;

/** Stops listening and resolves when every request under way has its answer. Connections that idle are closed, also those that begin to. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    server.close(() => {
      clearInterval(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

export interface EndingOptions {
  /** Finishes what is under way. */
  drain: () => Promise<void>;
  /** After this the process ends with what is left. */
  hardLimitMs: number;
  onBegin: (why: string) => void;
}

/** Ends the process, in order and once: on a signal, or when the process that started it is gone. */
export function endOnSignal({ drain, hardLimitMs, onBegin }: EndingOptions): void {
  let isEnding = false;
  const end = (why: string): void => {
    if (isEnding) return;
    isEnding = true;
    onBegin(why);
    setTimeout(() => process.exit(1), hardLimitMs).unref();
    drain().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGTERM", () => end("SIGTERM"));
  process.on("SIGINT", () => end("SIGINT"));
  process.on("disconnect", () => end("the starting process is gone"));
}
