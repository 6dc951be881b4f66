export interface WaitForOptions {
  /** How long to go on asking, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /** Pause between two questions, in milliseconds. Default 20. */
  readonly intervalMs?: number;
  /** What is awaited, in words that complete "waited for …". Part of the time-out message. */
  readonly what: string;
}

/**
 * Asks `condition` again and again until it answers something truthy, and gives that answer back.
 *
 * A condition that throws counts as "not yet": its last error is the cause of the time-out error, so an assertion can be
 * the condition. A question in flight when the time is over is not awaited any longer.
 *
 * @throws Error when `timeoutMs` has passed; the message names what was awaited, for how long and the last answer.
 */
export async function waitFor<T>(condition: () => T | Promise<T>, options: WaitForOptions): Promise<Exclude<T, false | null | undefined>> {
  const { timeoutMs = 10_000, intervalMs = 20, what } = options;
  const deadline = performance.now() + timeoutMs;
  let questions = 0;
  let last: { answer: unknown } | { error: unknown } = { answer: "no answer yet" };
  for (;;) {
    questions += 1;
    const asked = askOnce(condition);
    const now = await Promise.race([asked, expiry(deadline - performance.now())]);
    if (now !== expired) {
      if ("answer" in now && now.answer) return now.answer as Exclude<T, false | null | undefined>;
      last = now;
    }
    if (now === expired || performance.now() >= deadline) {
      const seen = "error" in last ? `last error: ${messageOf(last.error)}` : `last answer: ${printable(last.answer)}`;
      const cause = "error" in last ? { cause: last.error } : {};
      throw new Error(`waited for ${what}: still not so after ${timeoutMs} ms and ${questions} questions (${seen})`, cause);
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(intervalMs, Math.max(0, deadline - performance.now()))));
  }
}

const expired = Symbol("expired");

async function askOnce<T>(condition: () => T | Promise<T>): Promise<{ answer: T } | { error: unknown }> {
  try {
    return { answer: await condition() };
  } catch (error) {
    return { error };
  }
}

function expiry(delayMs: number): Promise<typeof expired> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(expired), Math.max(0, delayMs)).unref();
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function printable(answer: unknown): string {
  try {
    return JSON.stringify(answer) ?? String(answer);
  } catch {
    return String(answer);
  }
}
