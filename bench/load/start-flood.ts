import { fork } from "node:child_process";
import path from "node:path";
import type { Subject } from "../subject.ts";
import type { Sink } from "./start-sink.ts";

export interface FloodOrder {
  url: string;
  headers: Readonly<Record<string, string>>;
  connections: number;
  /** Taken in turn. */
  types: readonly string[];
  /** How many to send; or `seconds`. */
  count?: number;
  seconds?: number;
  /** Absent: as fast as they are accepted. */
  ratePerSecond?: number;
  /** At most so many are sent and not yet received. */
  lead?: number;
}

export interface FloodResult {
  accepted: number;
  seconds: number;
  /** From when an event was due to be sent until its 202. */
  p50Ms: number;
  p99Ms: number;
}

/**
 * Floods a subject from a process of its own.
 * @param sink tells how many arrived; needed for a lead alone
 * @throws Error when one event is not accepted
 */
export async function flood(
  { eventsUrl, headers }: Pick<Subject, "eventsUrl" | "headers">,
  order: Omit<FloodOrder, "url" | "headers">,
  sink?: Sink,
): Promise<FloodResult> {
  const child = fork(path.join(import.meta.dirname, "flood.ts"), [
    JSON.stringify({ ...order, url: eventsUrl, headers } satisfies FloodOrder),
  ]);
  const stopFollowing = sink?.follow((received) => child.connected && child.send({ received }));
  try {
    return await new Promise<FloodResult>((resolve, reject) => {
      child.once("message", (result) => resolve(result as FloodResult));
      child.once("exit", (code) => reject(new Error(`the flood ended with ${code}`)));
    });
  } finally {
    stopFollowing?.();
  }
}
