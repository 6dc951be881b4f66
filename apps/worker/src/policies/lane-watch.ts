import type { Admission, CircuitChange, PolicyConfig, Refusal, StoredCircuit } from "@hooklane/core";
import { type AlertChange, type FactQueue, type NotedFact, readLastError, STILL_THERE_MS } from "@hooklane/db";
import type { DueWatch } from "../ops/due-watch.ts";
import type { Lane, SubscriptionCache } from "../subscriptions/subscription-cache.ts";
import type { HostLimits } from "./host-limits.ts";
import { laneFacts } from "./lane-facts.ts";

const SECOND_MS = 1_000;
/** Alerts told per look: with more, the others wait for the next, so that an outage of everything does not fill the line of facts. */
const PER_LOOK = 500;
const iso = (ms: number): string => new Date(ms).toISOString();

export interface LaneWatchParts {
  config: PolicyConfig["alert"];
  admission: Pick<Admission, "explain">;
  subscriptions: Pick<SubscriptionCache, "get" | "onHost">;
  hostLimits: Pick<HostLimits, "capOf">;
  due: Pick<DueWatch, "lagging">;
  facts: Pick<FactQueue, "note" | "noteAlert">;
  /** Whether a shard is this worker's. */
  owns: (shard: number) => boolean;
  /** By the database's clock. */
  now: () => number;
}

/** What has been so since when, and when its tenants were last told. */
interface Lasting {
  since: number;
  toldAt: number | null;
}

/** A lane that is near what it may have in flight. */
interface Full extends Lasting {
  /** When a permit was last refused for it. */
  refusedAt: number;
}

/**
 * Watches this worker's lanes for trouble that is worth an alert once it has lasted: circuits that stay open, lanes that stay full, work that stays due. While it
 * lasts it is told again now and then, by which an alert is known to be alive when this worker is gone.
 */
export class LaneWatch {
  readonly #parts: LaneWatchParts;
  readonly #openLanes = new Map<string, Lasting>();
  readonly #openHosts = new Map<string, Lasting>();
  readonly #full = new Map<string, Full>();
  readonly #late = new Map<string, Lasting>();
  #left = 0;

  constructor(parts: LaneWatchParts) {
    this.#parts = parts;
  }

  /** A circuit opened or closed. Probes that fail go on as the same trouble. */
  circuitChanged({ scope, id, kind, at }: CircuitChange): void {
    const open = scope === "lane" ? this.#openLanes : this.#openHosts;
    if (kind === "opened" && !open.has(id)) open.set(id, { since: at, toldAt: null });
    if (kind !== "closed") return;
    open.delete(id);
    if (scope === "lane") this.#parts.facts.noteAlert({ settle: { kind: "circuit_open", about: { subscriptionId: id } } });
    else this.#hostClosed(id);
  }

  /** A circuit as it was stored: of a lane or a host that is this worker's from now. */
  restored(scope: "lane" | "host", id: string, { phase, changedAt }: StoredCircuit): void {
    const open = scope === "lane" ? this.#openLanes : this.#openHosts;
    if (phase === "open" && !open.has(id)) open.set(id, { since: changedAt, toldAt: null });
  }

  /** A round of admission refused these. */
  refused(refusals: readonly Refusal[]): void {
    const now = this.#parts.now();
    for (const { laneId, reason } of refusals) {
      if (reason !== "lane_full") continue;
      const known = this.#full.get(laneId);
      if (known) known.refusedAt = now;
      else this.#full.set(laneId, { since: now, toldAt: null, refusedAt: now });
    }
  }

  /** The lane begins anew, or is another worker's. */
  forget(laneId: string): void {
    for (const lasting of [this.#openLanes, this.#full, this.#late]) lasting.delete(laneId);
  }

  /** Looks at what lasts; to be called every few seconds. */
  look(): void {
    const now = this.#parts.now();
    this.#left = PER_LOOK;
    this.#lookAtHosts(now);
    this.#lookAtCircuits(now);
    this.#lookAtFull(now);
    this.#lookAtBacklogs(now);
  }

  #lookAtHosts(now: number): void {
    const { config, subscriptions, owns } = this.#parts;
    for (const [host, open] of this.#openHosts) {
      const lanes = subscriptions.onHost(host).filter(({ state }) => state === "active");
      if (!lanes.some(({ shard }) => owns(shard))) this.#openHosts.delete(host);
      else if (this.#mayTell(open, config.circuit_open_ms, now)) this.#tellHost(host, lanes, open, now);
    }
  }

  #tellHost(host: string, lanes: readonly Lane[], open: Lasting, now: number): void {
    for (const [tenantId, endpoints] of countByTenant(lanes)) {
      const evidence = { opened_at: iso(open.since), endpoints };
      const about = { tenantId, host };
      this.#parts.facts.noteAlert({ raise: { kind: "host_unreachable", about, evidence, isNews: open.toldAt === null } });
    }
    open.toldAt = now;
  }

  #lookAtCircuits(now: number): void {
    const { config, subscriptions, facts } = this.#parts;
    for (const [subscriptionId, open] of this.#openLanes) {
      const lane = subscriptions.get(subscriptionId);
      // One alert stands for all endpoints of a host that fails
      if (!lane || this.#openHosts.has(lane.host) || !this.#mayTell(open, config.circuit_open_ms, now)) continue;
      facts.noteAlert({
        raise: {
          kind: "circuit_open",
          about: { subscriptionId },
          evidence: { opened_at: iso(open.since), error: null },
          isNews: open.toldAt === null,
        },
        read: async (client, nowMs) => ({ error: await readLastError(client, subscriptionId, nowMs) }),
      });
      open.toldAt = now;
    }
  }

  #lookAtFull(now: number): void {
    const { config, subscriptions, facts } = this.#parts;
    for (const [subscriptionId, full] of this.#full) {
      const lane = subscriptions.get(subscriptionId);
      const holding = lane && this.#holding(lane, now);
      const isOver = !holding || holding.share < config.lane_share || now - full.refusedAt >= config.lane_full_ms;
      if (isOver) {
        this.#full.delete(subscriptionId);
        if (full.toldAt !== null) this.#tellRelief(subscriptionId, full.since, now);
      } else if (this.#mayTell(full, config.lane_full_ms, now)) {
        const since = iso(full.since);
        const { cap, inFlight } = holding;
        const evidence = { cap, in_flight: inFlight, since };
        const alert: AlertChange = { raise: { kind: "lane_full", about: { subscriptionId }, evidence, isNews: full.toldAt === null } };
        const fact: NotedFact<"hooklane.lane.full"> = { type: "hooklane.lane.full", subscriptionId, fact: since, data: evidence, alert };
        if (full.toldAt === null) facts.note(fact);
        else facts.noteAlert(alert);
        full.toldAt = now;
      }
    }
  }

  #lookAtBacklogs(now: number): void {
    const { config, due, subscriptions, facts } = this.#parts;
    const lags = due.lagging(config.backlog_age_ms, now);
    for (const [subscriptionId, lagMs] of lags) {
      const lane = subscriptions.get(subscriptionId);
      const isHeldByOthers = lane?.state !== "active" || this.#openLanes.has(subscriptionId) || this.#openHosts.has(lane.host);
      if (isHeldByOthers) continue;
      const late = this.#late.get(subscriptionId) ?? { since: now, toldAt: null };
      this.#late.set(subscriptionId, late);
      if (!this.#mayTell(late, 0, now)) continue;
      const evidence = { lag_seconds: Math.round(lagMs / SECOND_MS) };
      facts.noteAlert({ raise: { kind: "backlog_age", about: { subscriptionId }, evidence, isNews: late.toldAt === null } });
      late.toldAt = now;
    }
    for (const subscriptionId of this.#late.keys()) {
      if (lags.has(subscriptionId)) continue;
      this.#late.delete(subscriptionId);
      facts.noteAlert({ settle: { kind: "backlog_age", about: { subscriptionId } } });
    }
  }

  /** What a healthy lane has in flight; undefined for one that fails, which has an alert of its own. */
  #holding(lane: Lane, now: number): { cap: number; inFlight: number; share: number } | undefined {
    const { admission, hostLimits } = this.#parts;
    const { circuit, lane: held } = admission.explain(lane.id, now, laneFacts(lane, hostLimits.capOf(lane.host)));
    if (circuit.state !== "closed" || held.cap === 0) return undefined;
    return { cap: held.cap, inFlight: held.inFlight, share: held.inFlight / held.cap };
  }

  #tellRelief(subscriptionId: string, sinceMs: number, now: number): void {
    const since = iso(sinceMs);
    const alert = { settle: { kind: "lane_full", about: { subscriptionId } } } as const;
    const data = { since, relieved_at: iso(now) };
    this.#parts.facts.note({ type: "hooklane.lane.relieved", subscriptionId, fact: since, data, alert });
  }

  /** It has lasted long enough, its people have not heard of it lately, and this look has not told too many. */
  #mayTell({ since, toldAt }: Lasting, afterMs: number, now: number): boolean {
    const isDue = toldAt === null ? now - since >= afterMs : now - toldAt >= STILL_THERE_MS;
    if (!isDue || this.#left === 0) return false;
    this.#left--;
    return true;
  }

  #hostClosed(host: string): void {
    const { subscriptions, facts } = this.#parts;
    for (const tenantId of countByTenant(subscriptions.onHost(host)).keys())
      facts.noteAlert({ settle: { kind: "host_unreachable", about: { tenantId, host } } });
  }
}

function countByTenant(lanes: readonly Lane[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { tenantId } of lanes) counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1);
  return counts;
}
