import type { CircuitChange, EpisodeChange } from "@hooklane/core";
import { type FactQueue, readLastError } from "@hooklane/db";

const iso = (ms: number): string => new Date(ms).toISOString();

/** Notes for tenants what this worker's policies found: circuits that open and close, configuration errors that come and go. */
export class TenantNews {
  readonly #facts: Pick<FactQueue, "note">;
  readonly #now: () => number;
  readonly #openedAt = new Map<string, number>();

  constructor(facts: Pick<FactQueue, "note">, now: () => number) {
    this.#facts = facts;
    this.#now = now;
  }

  /** Notes the begin and the end of an episode of a lane's circuit; probes in between are no news. */
  circuitChanged({ scope, id: subscriptionId, kind, from, at, until }: CircuitChange): void {
    if (scope !== "lane") return;
    if (kind === "opened" && from === "closed") {
      this.#openedAt.set(subscriptionId, at);
      this.#facts.note({
        type: "hooklane.circuit.opened",
        subscriptionId,
        fact: iso(at),
        data: async (client, nowMs) => ({
          opened_at: iso(at),
          next_probe_at: iso(until),
          error: await readLastError(client, subscriptionId, nowMs),
        }),
      });
    }
    if (kind === "closed") {
      // Unknown when another process saw it open
      const openedAt = this.#openedAt.get(subscriptionId);
      this.#openedAt.delete(subscriptionId);
      this.#facts.note({
        type: "hooklane.circuit.closed",
        subscriptionId,
        fact: iso(openedAt ?? at),
        data: { opened_at: openedAt === undefined ? null : iso(openedAt), closed_at: iso(at) },
      });
    }
  }

  /** Notes an episode that its people are to hear of, or the end of one. */
  configErrorChanged(subscriptionId: string, change: EpisodeChange): void {
    const { cause, httpStatus, hint, share, since: sinceMs } = change.episode;
    const since = iso(sinceMs);
    if (change.kind === "cleared") {
      const data = { since, cause, resolved_at: iso(this.#now()) };
      this.#facts.note({ type: "hooklane.configuration_error.resolved", subscriptionId, fact: since, data });
    } else if (change.notify) {
      const data = { since, cause, http_status: httpStatus, hint, share };
      this.#facts.note({ type: "hooklane.configuration_error.opened", subscriptionId, fact: since, data });
    }
  }

  /** The lane begins anew, or is another worker's. */
  forget(subscriptionId: string): void {
    this.#openedAt.delete(subscriptionId);
  }
}
