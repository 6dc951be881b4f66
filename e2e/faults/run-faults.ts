import path from "node:path";
import { type FaultTest, type Profile, Skipped } from "./fault-test.ts";
import { openWorld } from "./harness/world.ts";
import { Verdict } from "./verdict.ts";

/** How one fault test ended. */
export interface Finding {
  readonly id: string;
  readonly title: string;
  readonly pass: boolean;
  /** Why it was not carried out. */
  readonly skipped?: string;
  readonly seconds: number;
  readonly figures: Readonly<Record<string, number>>;
  /** What did not hold. */
  readonly broken: readonly string[];
}

export interface RunOptions {
  readonly profile: Profile;
  /** Lose a delivery and alter a payload in each test: all of them must fail. */
  readonly planted: boolean;
  readonly say: (line: string) => void;
  /** Ends the run; what is under way is cleaned up first. */
  readonly signal: AbortSignal;
  /** Logs of tests that failed are kept in here, by id. */
  readonly logFolder: string;
}

/** Runs the tests one after the other, each with worlds of its own. */
export async function* runFaults(tests: readonly FaultTest[], options: RunOptions): AsyncGenerator<Finding> {
  for (const test of tests) {
    if (options.signal.aborted) return;
    yield await runOne(test, options);
  }
}

async function runOne(test: FaultTest, { profile, planted, say, signal, logFolder }: RunOptions): Promise<Finding> {
  const verdict = new Verdict();
  const ends: ((isKept: boolean) => unknown)[] = [];
  let worlds = 0;
  const startedAt = performance.now();
  let skipped: string | undefined;
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("the run was stopped")), { once: true });
  });
  aborted.catch(() => {});
  try {
    const running = test.run({
      profile,
      verdict,
      say: (line) => say(`${test.id}: ${line}`),
      atEnd: (end) => ends.push(() => end()),
      world: async (worldOptions) => {
        const world = await openWorld({ ...worldOptions, planted });
        worlds += 1;
        const logs = path.join(logFolder, `${test.id}-${worlds}`);
        ends.push((isKept) => world.close(isKept ? logs : undefined));
        return world;
      },
    });
    running.catch(() => {}); // after an abort nobody waits for it any more
    await Promise.race([running, aborted]);
  } catch (error) {
    if (error instanceof Skipped) skipped = error.message;
    else verdict.must(false, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  for (const end of ends.reverse()) {
    try {
      await end(verdict.broken.length > 0);
    } catch (error) {
      verdict.must(false, `cleaning up: ${error}`);
    }
  }
  const pass = verdict.broken.length === 0;
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  const { id, title } = test;
  return { id, title, pass, ...(skipped !== undefined && { skipped }), seconds, figures: verdict.figures, broken: verdict.broken };
}
