import { ProcessLog } from "./process-log.ts";
import { type Ending, type ProcessSpec, SupervisedProcess } from "./supervised-process.ts";

export interface Supervisor {
  processes: SupervisedProcess[];
  /**
   * Ends all processes at the same time (SIGTERM, then SIGKILL after `hardLimitMs`).
   * @returns how each ended, by name
   */
  stop(hardLimitMs: number): Promise<Record<string, Ending>>;
}

export interface SuperviseOptions {
  /** Logs go to `logs/` in it. */
  dataFolder: string;
  /** Gets what an operator should see at once. */
  summarise: (line: string) => void;
  /** Ends a start that is not finished yet. */
  signal: AbortSignal;
}

/** For processes that are ended before all of them were ready: nothing is in flight yet. */
const UNREADY_LIMIT_MS = 5_000;

/**
 * Starts all processes and waits until each is ready.
 * @throws Error when one does not start, or `signal` is aborted; all are ended by then
 */
export async function supervise(specs: ProcessSpec[], { dataFolder, summarise, signal }: SuperviseOptions): Promise<Supervisor> {
  const logs = specs.map((spec) => new ProcessLog(dataFolder, spec.name, summarise));
  const processes = specs.map((spec, i) => new SupervisedProcess(spec, logs[i] as ProcessLog));
  const stop = async (hardLimitMs: number) => {
    const endings = await Promise.all(processes.map(async (p) => [p.spec.name, await p.stop(hardLimitMs)] as const));
    await Promise.all(logs.map((log) => log.close()));
    return Object.fromEntries(endings);
  };
  const abandon = () => void Promise.all(processes.map((p) => p.stop(UNREADY_LIMIT_MS)));
  signal.addEventListener("abort", abandon, { once: true });
  try {
    signal.throwIfAborted();
    await Promise.all(processes.map((p) => p.start()));
  } catch (error) {
    await stop(UNREADY_LIMIT_MS);
    throw error;
  } finally {
    signal.removeEventListener("abort", abandon);
  }
  return { processes, stop };
}
