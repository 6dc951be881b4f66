export interface Repetition {
  /** Ends it; resolves when a run that is under way has ended. */
  stop(): Promise<void>;
}

export interface RepeatOptions {
  /** Between the end of a run and the start of the next. */
  everyMs: number;
  /** The same after a run that failed. */
  retryMs?: number;
  work: () => Promise<unknown>;
  onFault: (error: unknown) => void;
  onSuccess?: () => void;
}

/** Runs work again and again, now first, never twice at a time, for as long as the process lives. */
export function repeat({ everyMs, retryMs = everyMs, work, onFault, onSuccess }: RepeatOptions): Repetition {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const run = async (): Promise<void> => {
    let delayMs = everyMs;
    try {
      await work();
      onSuccess?.();
    } catch (error) {
      delayMs = retryMs;
      onFault(error);
    }
    if (!isStopped) {
      timer = setTimeout(() => {
        running = run();
      }, delayMs);
    }
  };
  let running = run();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
