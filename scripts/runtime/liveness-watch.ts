import { setTimeout as sleep } from "node:timers/promises";

/** When a process that runs counts as dead. */
export interface LivenessRules {
  everyMs: number;
  /** A question without an answer for this long has none. */
  timeoutMs: number;
  /** So many answers in a row that say it is dead are believed. */
  failures: number;
  /** Asked for this long without any answer it hangs. Longer than a machine under load or a short pause takes. */
  silentMs: number;
  /** How long one that still answers may take to finish what it has in flight. */
  drainMs: number;
}

export const livenessRules: LivenessRules = { everyMs: 5_000, timeoutMs: 5_000, failures: 2, silentMs: 60_000, drainMs: 35_000 };

export interface Death {
  why: string;
  /** It says so itself: it can be asked to end in order. */
  answers: boolean;
}

/**
 * Asks a process again and again whether it is worth keeping. Time in which nobody asked counts for one question at the most: what watches may have been paused together
 * with what is watched, as by a machine that sleeps, and says nothing about it then.
 * @param opsUrl its operator port
 * @param monotonicNow milliseconds
 * @returns when it is dead; undefined when `signal` was aborted before
 */
export async function untilDead(
  opsUrl: string,
  rules: LivenessRules,
  signal: AbortSignal,
  monotonicNow = (): number => performance.now(),
): Promise<Death | undefined> {
  let failures = 0;
  let silentMs = 0;
  let countedAt = monotonicNow();
  while (!signal.aborted) {
    const answer = await ask(opsUrl, AbortSignal.any([signal, AbortSignal.timeout(rules.timeoutMs)]));
    const now = monotonicNow();
    silentMs = answer ? 0 : silentMs + Math.min(now - countedAt, rules.everyMs + rules.timeoutMs);
    countedAt = now;
    if (answer) {
      failures = answer.ok ? 0 : failures + 1;
      if (failures >= rules.failures) return { why: answer.text, answers: true };
    } else if (silentMs >= rules.silentMs) {
      return { why: `no answer for ${Math.round(rules.silentMs / 1_000)} s`, answers: false };
    }
    await sleep(rules.everyMs, undefined, { signal }).catch(() => {});
  }
  return undefined;
}

/** @returns undefined when there is no answer */
async function ask(opsUrl: string, signal: AbortSignal): Promise<{ ok: boolean; text: string } | undefined> {
  try {
    const response = await fetch(`${opsUrl}/livez`, { signal });
    return { ok: response.ok, text: (await response.text()).trim() };
  } catch {
    return undefined;
  }
}
