import type { Admission, CircuitChange, DeliveryClass, Grant, Refusal, StoredCircuit } from "@hooklane/core";
import {
  type HostStateRow,
  type LaneLive,
  type LaneStateRow,
  type Opening,
  readHostStates,
  readLaneStates,
  type StoredRefusal,
  storeHostStates,
  storeLaneStates,
} from "@hooklane/db";
import type pg from "pg";
import type { Lane, SubscriptionCache } from "../subscriptions/subscription-cache.ts";
import type { ConfigErrors } from "./config-errors.ts";
import type { HostLimits } from "./host-limits.ts";
import { laneFacts } from "./lane-facts.ts";
import type { WaitLog } from "./wait-log.ts";

/** Rows per statement. */
const BATCH = 1_000;
/** Lanes whose news are written per turn: with more, each waits for the next. */
const NEWS_PER_TURN = 500;

export interface LaneMemoryOptions {
  pool: pg.Pool;
  admission: Admission;
  subscriptions: SubscriptionCache;
  configErrors: ConfigErrors;
  hostLimits: HostLimits;
  /** Hears of reasons that begin and that are over. */
  waits: WaitLog;
  workerId: string;
  now: () => number;
  onForgotten: (laneId: string) => void;
  /** A circuit is as it was stored. */
  onRestored: (scope: "lane" | "host", id: string, circuit: StoredCircuit) => void;
}

/**
 * Stores what this worker's policies know of its lanes, so that neither a restart nor a shard that moves begins from nothing, and what it saw
 * last, so that people can be told why a delivery waits. Lanes in use are written each minute, lanes with news (a refusal began or ended, a circuit changed) within seconds.
 */
export class LaneMemory {
  readonly #options: LaneMemoryOptions;
  readonly #touched = new Set<string>();
  readonly #news = new Set<string>();
  readonly #refusals = new Map<string, Map<DeliveryClass, StoredRefusal>>();
  /** Why circuits that are not closed opened. */
  readonly #openings = new Map<string, Opening>();
  /** Lanes whose recovery goes on: how far it is changes by itself. */
  readonly #recovering = new Set<string>();
  /** Lanes to be forgotten that had requests in flight. */
  readonly #leaving = new Set<string>();

  constructor(options: LaneMemoryOptions) {
    this.#options = options;
  }

  /** A round decided: what was refused, and what was granted in full, is news when it was different before. */
  decided(grants: readonly Grant[], refusals: readonly Refusal[]): void {
    const refused = new Set<string>();
    for (const { laneId, class: deliveryClass, reason, until, endedBy } of refusals) {
      refused.add(`${laneId} ${deliveryClass}`);
      this.#refuse(laneId, deliveryClass, { reason, until, endedBy });
    }
    for (const { laneId, class: deliveryClass } of grants) {
      this.#touched.add(laneId);
      if (!refused.has(`${laneId} ${deliveryClass}`)) this.#agree(laneId, deliveryClass);
    }
  }

  /** Nothing of this class waits any more. */
  emptied(laneId: string, deliveryClass: DeliveryClass): void {
    this.#agree(laneId, deliveryClass);
  }

  /** A circuit or a configuration error changed: to be written with the next news. */
  changed(laneId: string): void {
    this.#touched.add(laneId);
    this.#news.add(laneId);
  }

  /** A lane's circuit changed: news, and what it opened for is kept until it closes. */
  circuitChanged({ id, kind, at, evidence }: CircuitChange): void {
    if (evidence) this.#openings.set(id, { at, ...evidence });
    if (kind === "closed") this.#openings.delete(id);
    this.changed(id);
  }

  /** Writes lanes with news; to be called every few seconds. */
  async writeNews(): Promise<void> {
    for (const id of this.#leaving) this.forget(id);
    for (const id of this.#recovering) this.#news.add(id);
    const ids = [...this.#news].slice(0, NEWS_PER_TURN);
    for (const id of ids) this.#news.delete(id);
    await this.#writeOr(ids, this.#news);
  }

  /** Writes these lanes at once: somebody looks at them. */
  async writeNow(ids: readonly string[]): Promise<void> {
    await this.#writeOr(ids, this.#news);
  }

  /** Writes every lane in use since the last call; to be called each minute. */
  async writeTouched(): Promise<void> {
    const ids = [...this.#touched];
    this.#touched.clear();
    for (let i = 0; i < ids.length; i += BATCH) await this.#writeOr(ids.slice(i, i + BATCH), this.#touched);
  }

  /** Takes over what is stored of some lanes and their hosts, before anything is sent for them. */
  async restore(lanes: readonly Lane[]): Promise<void> {
    const { pool, admission, configErrors, now, onRestored } = this.#options;
    for (let i = 0; i < lanes.length; i += BATCH) {
      const batch = lanes.slice(i, i + BATCH).filter(({ state }) => state !== "deleted");
      const hosts = [...new Set(batch.map(({ host }) => host))];
      const ids = batch.map(({ id }) => id);
      const [states, circuits] = await Promise.all([readLaneStates(pool, ids), readHostStates(pool, hosts)]);
      for (const { subscriptionId, state, live, configError } of states) {
        admission.restoreLane(subscriptionId, state, now());
        if (live?.openedBy && state.circuit.phase === "open") this.#openings.set(subscriptionId, live.openedBy);
        onRestored("lane", subscriptionId, state.circuit);
        if (configError) configErrors.restore(subscriptionId, configError);
      }
      for (const { host, circuit } of circuits) {
        admission.restoreHost(host, circuit, now());
        onRestored("host", host, circuit);
      }
      await this.#options.waits.adopt(ids);
    }
  }

  /** Stores these lanes and forgets them: they go to another worker. */
  async handOver(lanes: readonly Lane[]): Promise<void> {
    try {
      await this.#options.waits.handOver(lanes.map(({ id }) => id));
      for (let i = 0; i < lanes.length; i += BATCH) await this.#write(lanes.slice(i, i + BATCH));
    } finally {
      for (const { id } of lanes) this.forget(id);
    }
  }

  /** Forgets a lane as if nothing had ever been seen of it: it was deleted, begins anew, or is another worker's. While it has requests in flight, later. */
  forget(laneId: string): void {
    const { admission, configErrors, now, onForgotten, waits } = this.#options;
    waits.ended(laneId);
    configErrors.drop(laneId);
    onForgotten(laneId);
    this.#touched.delete(laneId);
    this.#news.delete(laneId);
    this.#refusals.delete(laneId);
    this.#openings.delete(laneId);
    this.#recovering.delete(laneId);
    admission.dropLane(laneId, now());
    if (admission.laneInFlight(laneId) > 0) this.#leaving.add(laneId);
    else this.#leaving.delete(laneId);
  }

  #refuse(laneId: string, deliveryClass: DeliveryClass, refusal: StoredRefusal): void {
    this.#touched.add(laneId);
    const known = this.#refusals.get(laneId) ?? new Map<DeliveryClass, StoredRefusal>();
    this.#refusals.set(laneId, known);
    if (known.get(deliveryClass)?.reason !== refusal.reason || known.get(deliveryClass)?.until !== refusal.until) {
      this.#news.add(laneId);
      this.#options.waits.refused(laneId, deliveryClass, refusal);
    }
    known.set(deliveryClass, refusal);
  }

  #agree(laneId: string, deliveryClass: DeliveryClass): void {
    const known = this.#refusals.get(laneId);
    if (!known?.delete(deliveryClass)) return;
    if (known.size === 0) this.#refusals.delete(laneId);
    this.#news.add(laneId);
    this.#options.waits.agreed(laneId, deliveryClass);
  }

  /** What cannot be written now is written with the next turn. */
  async #writeOr(ids: readonly string[], again: Set<string>): Promise<void> {
    if (ids.length === 0) return;
    const lanes = ids.flatMap((id) => this.#options.subscriptions.get(id) ?? []);
    try {
      await this.#write(lanes);
    } catch (error) {
      for (const id of ids) again.add(id);
      throw error;
    }
  }

  async #write(lanes: readonly Lane[]): Promise<void> {
    const { pool } = this.#options;
    await storeLaneStates(
      pool,
      lanes.flatMap((lane) => this.#row(lane)),
    );
    await storeHostStates(pool, this.#hostRows(lanes));
  }

  #row(lane: Lane): LaneStateRow[] {
    const { admission, configErrors, now } = this.#options;
    const state = admission.exportLane(lane.id, now());
    if (!state || lane.state === "deleted") return [];
    return [{ subscriptionId: lane.id, state, live: this.#live(lane), configError: configErrors.export(lane.id) }];
  }

  #hostRows(lanes: readonly Lane[]): HostStateRow[] {
    const hosts = new Set(lanes.map(({ host }) => host));
    return [...hosts].flatMap((host) => {
      const circuit = this.#options.admission.exportHost(host);
      return circuit ? [{ host, circuit }] : [];
    });
  }

  #live(lane: Lane): LaneLive {
    const { admission, hostLimits, workerId, now } = this.#options;
    const at = now();
    const explained = admission.explain(lane.id, at, laneFacts(lane, hostLimits.capOf(lane.host)));
    const hostCircuit = admission.exportHost(lane.host);
    if (explained.ramp === null) this.#recovering.delete(lane.id);
    else this.#recovering.add(lane.id);
    return {
      at,
      worker: workerId,
      circuit: explained.circuit,
      openedBy: this.#openings.get(lane.id) ?? null,
      hostCircuit: hostCircuit && { state: hostCircuit.phase, until: hostCircuit.until },
      ramp: explained.ramp,
      lane: explained.lane,
      host: explained.host,
      retryBudgetFill: explained.retryBudgetFill,
      ratePerS: explained.ratePerS,
      refusals: Object.fromEntries(this.#refusals.get(lane.id) ?? []),
    };
  }
}
