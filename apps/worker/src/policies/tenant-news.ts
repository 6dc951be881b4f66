import type { CircuitChange, ConfigErrorEpisode, EpisodeChange } from "@hooklane/core";
import { type FactQueue, readLastError, STILL_THERE_MS, type Trouble } from "@hooklane/db";

const iso = (ms: number): string => new Date(ms).toISOString();

/** Notes for tenants what this worker's policies found: circuits that open and close, configuration errors that come and go. */
export class TenantNews {
  readonly #facts: Pick<FactQueue, "note" | "noteAlert">;
  readonly #now: () => number;
  readonly #openedAt = new Map<string, number>();
  /** When a configuration error that lasts was last told. */
  readonly #confirmedAt = new Map<string, number>();

  constructor(facts: Pick<FactQueue, "note" | "noteAlert">, now: () => number) {
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
  configErrorChanged(subscriptionId: string, { kind, episode, ...change }: EpisodeChange): void {
    const { cause, httpStatus, hint, share, since: sinceMs } = episode;
    const since = iso(sinceMs);
    if (kind === "cleared") {
      const data = { since, cause, resolved_at: iso(this.#now()) };
      const alert = { settle: { kind: "configuration_error", about: { subscriptionId } } } as const;
      this.#confirmedAt.delete(subscriptionId);
      this.#facts.note({ type: "hooklane.configuration_error.resolved", subscriptionId, fact: since, data, alert });
      return;
    }
    const alert = { raise: configErrorTrouble(subscriptionId, episode) };
    this.#confirmedAt.set(subscriptionId, this.#now());
    if ("notify" in change && change.notify) {
      const data = { since, cause, http_status: httpStatus, hint, share };
      this.#facts.note({ type: "hooklane.configuration_error.opened", subscriptionId, fact: since, data, alert });
    } else this.#facts.noteAlert(alert);
  }

  /** An episode goes on. Its alert is told so now and then, by which it is known to be alive when this worker is gone. */
  configErrorLasts(subscriptionId: string, episode: ConfigErrorEpisode): void {
    const now = this.#now();
    if (now - (this.#confirmedAt.get(subscriptionId) ?? Number.NEGATIVE_INFINITY) < STILL_THERE_MS) return;
    this.#confirmedAt.set(subscriptionId, now);
    this.#facts.noteAlert({ raise: { ...configErrorTrouble(subscriptionId, episode), isNews: false } });
  }

  /** The lane begins anew, or is another worker's. */
  forget(subscriptionId: string): void {
    this.#openedAt.delete(subscriptionId);
    this.#confirmedAt.delete(subscriptionId);
  }
}

const configErrorTrouble = (
  subscriptionId: string,
  { cause, httpStatus, hint, share, since }: ConfigErrorEpisode,
): Trouble<"configuration_error"> => ({
  kind: "configuration_error",
  about: { subscriptionId },
  evidence: { cause, http_status: httpStatus, hint, share, since: iso(since) },
});
