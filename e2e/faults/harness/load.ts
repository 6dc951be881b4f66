import { sfc32 } from "@hooklane/core";
import { geofenceEvents, type Producer, type StreamResult } from "@hooklane/testkit";
import type { Lane } from "./tenant.ts";

export interface LoadOptions {
  /** Events per second over all types. */
  readonly ratePerSecond: number;
  /** Each event goes to one of these groups in turn: lanes that subscribed to the same type. */
  readonly groups: readonly (readonly Lane[])[];
  /** Until `stop` without it. */
  readonly seconds?: number;
  /** Members of the payload's `filler`, in bytes. Default 0. */
  readonly fillerBytes?: number;
  /** How long unknown outcomes are still asked about after the end. Default 60. */
  readonly resolveSeconds?: number;
}

export interface Load {
  /** Resolves when the stream has ended and every outcome is known or given up. */
  readonly done: Promise<StreamResult>;
  stop(): Promise<StreamResult>;
}

const seed = 11;

/** Posts geofence crossings at a steady rate, whatever the product does meanwhile. */
export function startLoad(producer: Producer, options: LoadOptions): Load {
  const { ratePerSecond, groups, seconds, fillerBytes = 0, resolveSeconds = 60 } = options;
  const crossings = geofenceEvents(sfc32(seed));
  const stopping = new AbortController();
  const filler = "x".repeat(fillerBytes);
  const done = producer.run({
    ratePerSecond,
    resolveSeconds,
    until: stopping.signal,
    ...(seconds !== undefined && { seconds }),
    makeEvent: (n) => {
      const lanes = groups[n % groups.length] ?? [];
      const { payload } = crossings.next().value;
      return {
        type: lanes[0]?.eventType ?? "fault.nobody",
        payload: fillerBytes > 0 ? `{"filler":"${filler}","crossing":${payload}}` : payload,
        targets: lanes.map(({ id }) => id),
      };
    },
  });
  done.catch(() => {}); // whoever waits for it hears of it
  return {
    done,
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}
