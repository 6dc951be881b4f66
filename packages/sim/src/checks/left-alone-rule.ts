import type { EpochMs } from "@hooklane/core";
import type { Rule } from "./rule.ts";

/** When nothing answered for so long… */
const silentMs = 15 * 60_000;
/**
 * …no more than this many attempts are made within this time. Below five without an answer in a window, which is between
 * 4.5 and 5 minutes long, no circuit opens: that makes four in each of three windows, and a burst may go out before the
 * first of them is over.
 */
const spanMs = 10 * 60_000;
const mostAttempts = 12;
/** Each worker that takes a lane over may have to find out for itself. */
const mostAttemptsWhenShaken = 40;

interface Silence {
  since: EpochMs;
  /** Moments of the latest attempts. */
  readonly attempts: EpochMs[];
}

/** An endpoint that does not answer is left alone: it is not hammered for as long as it is dead. */
export const leftAloneRule: Rule = {
  name: "left alone",
  watch({ config, isShaken, report }) {
    const silences = new Map<string, Silence>();
    const most = config.host.cap + (isShaken ? mostAttemptsWhenShaken : mostAttempts);
    return {
      began({ delivery: { lane } }, now) {
        const silence = silences.get(lane.id);
        if (!silence) return;
        silence.attempts.push(now);
        while ((silence.attempts[0] as EpochMs) < now - spanMs) silence.attempts.shift();
        if (now - silence.since < silentMs || silence.attempts.length <= most) return;
        report(
          `lane ${lane.id} did not answer for ${now - silence.since} ms and was tried ${silence.attempts.length} times in ${spanMs} ms`,
          now,
        );
        silences.delete(lane.id);
      },
      ended({ delivery: { lane }, classification }, now) {
        const isSilent = classification.countsForBreaker && classification.status === null;
        if (!isSilent) silences.delete(lane.id);
        else if (!silences.has(lane.id)) silences.set(lane.id, { since: now, attempts: [] });
      },
    };
  },
};
