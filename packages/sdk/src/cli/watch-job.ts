import type { Hooklane } from "../client/hooklane.ts";
import type { Job } from "../types/job.ts";
import { askYes } from "./ask.ts";
import { type ExitCode, exitCodes, FOLLOWING_PATIENCE_MS } from "./command.ts";
import { progressText } from "./progress.ts";
import { canAsk, note, type Terminal } from "./terminal.ts";

/** On a terminal the line is renewed with each look; elsewhere a new one is written at most this often, in milliseconds. */
const PLAIN_LINE_MS = 5_000;
/** Where a terminal does not tell its width. */
const DEFAULT_COLUMNS = 80;
const CLEAR_LINE = "\r\u001b[K";

/**
 * Follows a replay to its end and shows how far it is. Ctrl-C stops watching: on a terminal it asks whether the replay shall be cancelled,
 * and anything but yes lets it go on.
 *
 * @returns its final state, or undefined when it goes on without being watched
 */
export async function watchJob(hooklane: Hooklane, id: string, terminal: Terminal): Promise<Job | undefined> {
  const job = await watch(hooklane, id, terminal);
  if (job) return job;
  if (canAsk(terminal) && (await askYes(terminal, "Cancel the replay? What was delivered stays delivered. [y/N] "))) {
    await hooklane.jobs.cancel(id);
    const cancelled = await watch(hooklane, id, terminal);
    if (cancelled) return cancelled;
  }
  note(terminal, `The replay goes on. hooklane jobs follow ${id} follows it, hooklane jobs cancel ${id} ends it.`);
  return undefined;
}

/** 0 when everything was delivered. */
export const jobExitCode = ({ state, dead }: Job): ExitCode => (state === "completed" && dead === 0 ? exitCodes.ok : exitCodes.unwell);

async function watch(hooklane: Hooklane, id: string, terminal: Terminal): Promise<Job | undefined> {
  const interrupt = new AbortController();
  const onInterrupt = () => interrupt.abort();
  const show = progressShower(terminal);
  process.on("SIGINT", onInterrupt);
  try {
    let last: Job | undefined;
    for await (const job of hooklane.jobs.follow(id, { signal: interrupt.signal, totalMs: FOLLOWING_PATIENCE_MS })) {
      last = job;
      show(job);
    }
    return last;
  } catch (error) {
    if (interrupt.signal.aborted) return undefined;
    throw error;
  } finally {
    process.off("SIGINT", onInterrupt);
    if (terminal.stderr.isTTY) terminal.stderr.write(CLEAR_LINE);
  }
}

function progressShower({ stderr }: Terminal): (job: Job) => void {
  let shown = "";
  let shownAtMs = Number.NEGATIVE_INFINITY;
  return (job) => {
    const text = progressText(job);
    if (stderr.isTTY) {
      stderr.write(CLEAR_LINE + text.slice(0, (stderr.columns || DEFAULT_COLUMNS) - 1));
    } else if (text !== shown && performance.now() - shownAtMs >= PLAIN_LINE_MS) {
      stderr.write(`${text}\n`);
      shown = text;
      shownAtMs = performance.now();
    }
  };
}
