import { setTimeout as pause } from "node:timers/promises";
import type { ProducedEvent } from "./produced-event.ts";
import type { ProducerRecord } from "./producer-ledger.ts";

export interface StreamOptions {
  /** Events per second, above 0. */
  readonly ratePerSecond: number;
  /** How long new events are made. Without it, until `until` aborts. */
  readonly seconds?: number;
  /** Ends the stream early, or at all. */
  readonly until?: AbortSignal;
  /** How long after the stream's end unknown outcomes are still asked about. Default 30. */
  readonly resolveSeconds?: number;
  /** Makes the `n`-th event, from 0. */
  readonly makeEvent: (n: number) => ProducedEvent;
}

export interface StreamResult {
  readonly posted: number;
  readonly accepted: number;
  readonly refused: number;
  /** Still unknown when the producer gave up. */
  readonly unknown: number;
  /** The farthest an event was posted behind its time, milliseconds: large values mean the wanted rate was not kept. */
  readonly maxBehindMs: number;
}

/** How many posts may be open, waiting for a retry, for each place in flight. Beyond it the stream waits, and falls behind its times. */
const openPostsPerSlot = 256;

/**
 * Posts event `n` at start + n / rate, whatever the answers take: a platform that slows down does not slow its producers down. Only when
 * `openPostsPerSlot` posts per place in flight are open does the stream wait; it catches up afterwards.
 *
 * @throws RangeError when the rate is not above 0, or neither `seconds` nor `until` ends the stream.
 */
export async function runStream(
  post: (event: ProducedEvent, giveUp: AbortSignal) => Promise<ProducerRecord>,
  options: StreamOptions,
  maxInFlight: number,
): Promise<StreamResult> {
  const { ratePerSecond, seconds, until, resolveSeconds = 30, makeEvent } = options;
  if (!(ratePerSecond > 0)) throw new RangeError(`ratePerSecond must be above 0, not ${ratePerSecond}`);
  if (seconds === undefined && until === undefined) throw new RangeError("a stream needs seconds or until");
  const giveUp = new AbortController();
  const tally = { accepted: 0, refused: 0, unknown: 0 };
  const open = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;
  let maxBehindMs = 0;
  let posted = 0;

  const start = performance.now();
  const endMs = start + (seconds ?? Number.POSITIVE_INFINITY) * 1_000;
  while (!until?.aborted && !failure) {
    const dueMs = start + (posted / ratePerSecond) * 1_000;
    if (dueMs >= endMs) break;
    const aheadMs = dueMs - performance.now();
    if (aheadMs > 0) {
      await pauseUnless(aheadMs, until);
      continue;
    }
    if (open.size >= maxInFlight * openPostsPerSlot) {
      await Promise.race(open);
      continue;
    }
    maxBehindMs = Math.max(maxBehindMs, -aheadMs);
    const posting: Promise<void> = post(makeEvent(posted), giveUp.signal)
      .then(
        ({ outcome }) => {
          tally[outcome.kind] += 1;
        },
        (error: unknown) => {
          failure = { error };
        },
      )
      .finally(() => open.delete(posting));
    open.add(posting);
    posted += 1;
  }

  const patience = setTimeout(() => giveUp.abort(), resolveSeconds * 1_000);
  await Promise.all(open);
  clearTimeout(patience);
  if (failure) throw failure.error;
  return { posted, ...tally, maxBehindMs };
}

async function pauseUnless(delayMs: number, until: AbortSignal | undefined): Promise<void> {
  await pause(delayMs, undefined, until ? { signal: until } : {}).catch(() => {});
}
