import { rmSync } from "node:fs";
import { sfc32 } from "@hooklane/core";
import { createProducer, geofenceEvents, type ProducerRecord } from "@hooklane/testkit";

export interface EventStreamOptions {
  baseUrl: string;
  apiKey: string;
  ratePerSecond: number;
  /** Ids of the subscriptions that must get every event. */
  targets: string[];
  /** Begun anew. */
  ledgerFile: string;
  until: AbortSignal;
  /** Absent: until `until` aborts. */
  seconds?: number;
}

/** The vehicles drive the same routes in every run. */
const SEED = 20_260_105;
/** Nobody balances an endless stream's books, so they are thrown away this often: memory and disk stay bounded. */
const ENDLESS_PART_SECONDS = 300;

/**
 * Streams geofence events at a steady rate.
 * @returns the producer's records, for the accounts; of an endless stream those of its last part
 */
export async function streamEvents(options: EventStreamOptions): Promise<ProducerRecord[]> {
  const { baseUrl, apiKey, ratePerSecond, targets, ledgerFile, until, seconds } = options;
  const events = geofenceEvents(sfc32(SEED), { clock: Date.now });
  for (;;) {
    rmSync(ledgerFile, { force: true });
    const producer = await createProducer({ baseUrl, apiKey, ledgerFile });
    try {
      await producer.run({
        ratePerSecond,
        seconds: seconds ?? ENDLESS_PART_SECONDS,
        until,
        resolveSeconds: seconds === undefined ? 1 : 30,
        makeEvent: () => ({ ...events.next().value, targets }),
      });
      if (seconds !== undefined || until.aborted) return producer.records();
    } finally {
      await producer.close();
    }
  }
}
