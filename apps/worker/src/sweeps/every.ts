import type { Logger } from "pino";

/** Runs work again and again, each time a while after it last ended; a failure is logged and the next turn tries again. */
export function every(intervalMs: number, what: string, work: () => Promise<void>, log: Logger): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const turn = (): void => {
    running = work()
      .catch((error: unknown) => log.warn({ err: error }, `${what} failed; trying again`))
      .then(() => {
        if (!stopped) timer = setTimeout(turn, intervalMs);
      });
  };
  turn();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
