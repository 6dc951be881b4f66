import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

export interface SinkReport {
  received: number;
  /** Of the first and last arrival since the reset, ms since 1970; null without any. */
  firstMs: number | null;
  lastMs: number | null;
  /** From when an event was due to be sent until it arrived. */
  p50Ms: number | null;
  p99Ms: number | null;
}

export interface Sink {
  readonly ports: readonly number[];
  /** Forgets what it has counted. */
  reset(): Promise<void>;
  report(): Promise<SinkReport>;
  /** Tells every few ms how many have arrived. @returns what ends that */
  follow(onReceived: (received: number) => void): () => void;
  stop(): Promise<void>;
}

/** Starts receivers on as many ports as asked, all in one process of their own. */
export async function startSink(hosts: number): Promise<Sink> {
  const child = fork(path.join(import.meta.dirname, "sink.ts"), [String(hosts)]);
  const [{ ports }] = (await once(child, "message")) as [{ ports: number[] }];
  const ask = (order: "reset" | "report"): Promise<SinkReport> =>
    new Promise((resolve) => {
      const onMessage = (message: unknown): void => {
        const { report } = message as { report?: SinkReport };
        if (!report) return;
        child.off("message", onMessage);
        resolve(report);
      };
      child.on("message", onMessage);
      child.send(order);
    });
  return {
    ports,
    reset: async () => void (await ask("reset")),
    report: () => ask("report"),
    follow(onReceived) {
      const onMessage = (message: unknown): void => {
        const { received } = message as { received?: number };
        if (received !== undefined) onReceived(received);
      };
      child.on("message", onMessage);
      child.send("follow");
      return () => {
        child.off("message", onMessage);
        child.send("unfollow");
      };
    },
    stop: async () => {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}
