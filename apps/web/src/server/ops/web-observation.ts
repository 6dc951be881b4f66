import type { NewDelivery } from "@hooklane/db";
import { createMeters, createRegistry, type MetersOf, type Registry, type SessionPool, watchPools, watchProcess } from "@hooklane/ops";
import type { PendingEvent } from "../accept/write-events.ts";
import type { Answer } from "../http/answer.ts";
import { webMetrics } from "./metric-specs.ts";

/** What the web process counts as it works, and tells when it is asked. */
export class WebObservation {
  readonly registry: Registry = createRegistry();
  readonly #meters: MetersOf<typeof webMetrics> = createMeters(this.registry, webMetrics);
  readonly #process = watchProcess(this.registry);

  /** The API answered. @param durationMs since the request's headers were read */
  answered(method: string | undefined, path: string, { status, body }: Answer, durationMs: number): void {
    const call = callOf(method, path);
    this.#meters.answers.inc({ call, status });
    if (status >= 400 && typeof body === "object" && "code" in body) this.#meters.refusals.inc({ code: String(body.code) });
    if (call === "accept" && status === 202) this.#meters.acceptLatency.observe(durationMs / 1_000);
  }

  /** Events are being written; `written` settles when they are, or cannot be. */
  batch(events: readonly PendingEvent[], written: Promise<void>): Promise<void> {
    const began = performance.now();
    this.#meters.batchEvents.observe(events.length);
    this.#meters.batchRows.observe(events.reduce((sum, { rows }) => sum + rows, 0));
    return written.finally(() => this.#meters.batchDuration.observe((performance.now() - began) / 1_000));
  }

  /** An event is committed with these deliveries. */
  accepted(deliveries: readonly Pick<NewDelivery, "state" | "reason">[]): void {
    this.#meters.acceptedEvents.inc();
    for (const { state, reason } of deliveries)
      this.#meters.acceptedDeliveries.inc({ reason: state === "pending" ? "none" : (reason ?? "unknown") });
  }

  /** @returns what answers a scrape */
  tell(pools: Readonly<Record<string, SessionPool>>, waiting: () => { items: number; bytes: number }): () => Promise<string> {
    const refreshPools = watchPools(this.registry, pools);
    return () => {
      this.#process.refresh();
      refreshPools();
      const { items, bytes } = waiting();
      this.#meters.waitingEvents.set(items);
      this.#meters.waitingBytes.set(bytes);
      return this.registry.metrics();
    };
  }

  stop(): void {
    this.#process.stop();
  }
}

/** A label of few values: paths with ids in them would have as many as there are ids. */
function callOf(method: string | undefined, path: string): "accept" | "accept_batch" | "other" {
  if (method !== "POST") return "other";
  if (path === "/v1/events") return "accept";
  return path === "/v1/events/batch" ? "accept_batch" : "other";
}
