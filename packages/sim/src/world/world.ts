import {
  Admission,
  type AdmissionTransition,
  type CircuitChange,
  settle as coreSettle,
  deadlineOf,
  defaultPolicyConfig,
  type EpochMs,
  type PolicyConfig,
  resolveRetryPolicy,
} from "@hooklane/core";
import { Cluster, heartbeatMs, nextHeartbeat, shardCount, shardOf, workerTtlMs } from "./cluster.ts";
import type { Delivery } from "./delivery.ts";
import type { Gatekeeper, GatekeeperOptions, Settle } from "./gatekeeper.ts";
import type { Lane, LaneSpec } from "./lane-spec.ts";
import { Ledger } from "./ledger.ts";
import { Memory } from "./memory.ts";
import type { Observer } from "./observer.ts";
import { observers } from "./observers.ts";
import { randomStream } from "./random-stream.ts";
import { Shedder } from "./shedder.ts";
import { SimWorker, type WorkerTiming } from "./sim-worker.ts";
import { Timeline, worldStartMs } from "./timeline.ts";
import { transcribe } from "./transcribe.ts";
import { Transcript } from "./transcript.ts";

const reapMs = 1_000;
const expireMs = 5_000;
const defaultGossipMs = 50;
const defaultTiming: WorkerTiming = { claimMs: 2, recordMs: 4 };

export interface WorldOptions {
  readonly seed: number;
  readonly lanes: readonly LaneSpec[];
  readonly config?: PolicyConfig;
  readonly workers?: number;
  readonly timing?: WorkerTiming;
  /** What each worker asks; absent: core's admission. */
  readonly makeGatekeeper?: (options: GatekeeperOptions) => Gatekeeper;
  /** What becomes of a delivery after an attempt; absent: core's rule. */
  readonly settle?: Settle;
  readonly observers?: readonly Observer[];
  /** Whether a lane whose backlog is over the threshold takes no more; absent: no lane sheds. */
  readonly sheds?: boolean;
  /** Until another worker hears of a circuit that opened; Infinity: never. */
  readonly gossipMs?: number;
  /** The share of accepted events whose wake-up is lost: the poll has to find them. */
  readonly lostHints?: number;
  /** Receives the transcript line by line. */
  readonly onLine?: (line: string) => void;
}

/** A whole installation in virtual time: ledger, workers, subscriptions and their endpoints. Nothing in it is left to chance but the seed. */
export class World {
  readonly timeline = new Timeline();
  readonly ledger = new Ledger();
  readonly config: PolicyConfig;
  readonly lanes: ReadonlyMap<string, Lane>;
  readonly transcript: Transcript;
  readonly #options: WorldOptions;
  readonly #cluster = new Cluster();
  readonly #memory = new Memory();
  readonly #observer: Required<Observer>;
  readonly #hintRandom;
  readonly #shedder: Shedder | null;
  readonly #lanesByShard: Lane[][] = Array.from({ length: shardCount }, () => []);
  readonly #lanesByHost = new Map<string, Lane[]>();
  #nextEvent = 1;
  #nextToken = 1;
  #started = 0;
  #sweepAt = Number.POSITIVE_INFINITY;
  #reapAt = Number.POSITIVE_INFINITY;

  constructor(options: WorldOptions) {
    this.#options = options;
    this.config = options.config ?? defaultPolicyConfig;
    this.lanes = new Map(options.lanes.map((spec) => [spec.id, { ...spec, shard: shardOf(spec.shardKey ?? spec.host), state: "active" }]));
    for (const lane of this.lanes.values()) {
      this.#lanesByShard[lane.shard]?.push(lane);
      const ofHost = this.#lanesByHost.get(lane.host);
      if (ofHost) ofHost.push(lane);
      else this.#lanesByHost.set(lane.host, [lane]);
    }
    this.transcript = new Transcript(options.onLine);
    this.#observer = observers([transcribe(this.transcript), ...(options.observers ?? [])]);
    this.#shedder = options.sheds ? new Shedder(this.timeline, this.ledger, this.config.shed) : null;
    this.#hintRandom = randomStream(options.seed, "hints");
    this.ledger.onFinal = (delivery) => this.#observer.final(delivery, this.timeline.now);
    const workers = Array.from({ length: options.workers ?? 1 }, () => this.#startWorker());
    for (const { shard, to } of this.#cluster.setLive(workers)) this.#cluster.give(shard, to);
    for (const worker of workers) worker.gatekeeper.setLiveWorkers?.(workers.length);
  }

  get now(): EpochMs {
    return this.timeline.now;
  }

  get workers(): readonly SimWorker[] {
    return this.#cluster.live;
  }

  lane(id: string): Lane {
    const lane = this.lanes.get(id);
    if (!lane) throw new Error(`no lane ${id} in this world`);
    return lane;
  }

  /** One event for these subscriptions, accepted now. @returns its number */
  publish(lanes: readonly Lane[], deliveryClass?: Delivery["class"]): number {
    const eventId = this.#nextEvent++;
    for (const lane of lanes) this.accept(lane, eventId, deliveryClass ?? (lane.ordered ? "ordered" : "first"));
    return eventId;
  }

  accept(lane: Lane, eventId: number, deliveryClass: Delivery["class"]): Delivery {
    const now = this.timeline.now;
    const deadlineAt = deadlineOf(now, resolveRetryPolicy(this.config.retry, lane.retryPolicy));
    const delivery = this.ledger.accept(lane, eventId, deliveryClass, deadlineAt, now);
    this.#observer.accepted(delivery, now);
    if (this.#shedder?.isShedding(lane)) {
      this.#shedder.shed(lane);
      this.ledger.shed(delivery, now);
      return delivery;
    }
    this.#shedder?.accepted(lane, now);
    this.#planSweep();
    const owner = this.#cluster.ownerOf(lane);
    owner?.arrived(lane);
    if (this.#options.lostHints && this.#hintRandom() < this.#options.lostHints) owner?.overlook(lane);
    else owner?.hint(lane);
    return delivery;
  }

  /** A worker dies now; its shards are taken over when its heartbeat is too old. A new process may follow. */
  crash(worker: SimWorker, restartAfterMs?: number): void {
    worker.kill();
    this.#observer.crashed(worker.id, this.timeline.now);
    this.timeline.at(nextHeartbeat(this.timeline.now + workerTtlMs), () => this.#move(this.workers.filter((other) => other !== worker)));
    if (restartAfterMs === undefined) return;
    this.timeline.at(nextHeartbeat(this.timeline.now + restartAfterMs), () => this.#move([...this.workers, this.#startWorker()]));
  }

  setState(lane: Lane, state: Lane["state"]): void {
    lane.state = state;
    if (state === "deleted") this.ledger.endPending(lane, "subscription_deleted", this.timeline.now);
    else this.#overlook(lane);
    this.#cluster.ownerOf(lane)?.changed(lane);
  }

  /** Runs until so many milliseconds after the beginning. */
  runFor(ms: number): void {
    this.timeline.runUntil(worldStartMs + ms);
  }

  #startWorker(): SimWorker {
    const { makeGatekeeper, settle, seed, timing } = this.#options;
    const id = `w${++this.#started}`;
    const { timeline, ledger, config } = this;
    const gatekeeperOptions: GatekeeperOptions = {
      config,
      random: randomStream(seed, `circuits of ${id}`),
      onTransition: (transition) => this.#changed(worker, transition),
    };
    const gatekeeper = makeGatekeeper?.(gatekeeperOptions) ?? new Admission(config, gatekeeperOptions);
    const worker: SimWorker = new SimWorker({
      id,
      timeline,
      ledger,
      config,
      gatekeeper,
      settle: settle ?? coreSettle,
      random: randomStream(seed, `retries of ${id}`),
      endpointRandom: randomStream(seed, `answers to ${id}`),
      timing: timing ?? defaultTiming,
      laneOf: (laneId) => this.lane(laneId),
      owns: (lane) => this.#cluster.ownerOf(lane)?.id === id,
      nextToken: () => {
        this.#planReap(timeline.now + config.lease_ms);
        return this.#nextToken++;
      },
      observer: this.#observer,
      onPending: (lane) => {
        this.#overlook(lane);
        this.#planSweep();
      },
      onStore: (lanes) => this.#memory.store(gatekeeper, lanes, timeline.now),
    });
    return worker;
  }

  /** A circuit changed in one worker. Openings are told to the others, closings are not. */
  #changed(worker: SimWorker, transition: AdmissionTransition): void {
    const { timeline } = this;
    this.#observer.changed(worker.id, transition, timeline.now);
    if (transition.scope === "fleet" || (transition.kind !== "opened" && transition.kind !== "closed")) return;
    const lanes = this.#lanesOf(transition);
    // Within the call that made it the change is not complete yet.
    timeline.after(0, () => this.#memory.store(worker.gatekeeper, lanes, timeline.now));
    if (transition.kind === "closed") {
      for (const lane of lanes) if (transition.scope === "lane") worker.recovers(lane);
      return;
    }
    const gossipMs = this.#options.gossipMs ?? defaultGossipMs;
    if (gossipMs === Number.POSITIVE_INFINITY || this.workers.length === 1) return;
    timeline.after(gossipMs, () => {
      const owners = new Set(lanes.map((lane) => this.#cluster.ownerOf(lane)));
      for (const other of this.workers) if (other !== worker && owners.has(other)) this.#tell(other, transition);
    });
  }

  #tell(worker: SimWorker, { scope, id, level, until, at }: CircuitChange): void {
    if (!worker.isAlive) return;
    worker.gatekeeper.adoptOpen?.({ scope, id, level, until, at }, this.timeline.now);
    this.#observer.adopted(worker.id, scope, id, this.timeline.now);
  }

  #lanesOf({ scope, id }: CircuitChange): readonly Lane[] {
    if (scope === "lane") return [this.lane(id)];
    return this.#lanesByHost.get(id) ?? [];
  }

  #overlook(lane: Lane): void {
    this.#cluster.ownerOf(lane)?.overlook(lane);
  }

  /** Shards that change hands belong to nobody for one heartbeat. */
  #move(live: readonly SimWorker[]): void {
    for (const { shard, from, to } of this.#cluster.setLive(live)) {
      if (from?.isAlive)
        for (const lane of this.#lanesByShard[shard] ?? []) this.#memory.handOver(from.gatekeeper, lane, this.timeline.now);
      this.timeline.after(heartbeatMs, () => {
        if (this.#cluster.give(shard, to)) this.#takeOver(shard, to);
      });
    }
    for (const worker of live) worker.gatekeeper.setLiveWorkers?.(live.length);
  }

  /** A new owner begins from what was stored, counts the leases of others, and looks for work. */
  #takeOver(shard: number, worker: SimWorker): void {
    for (const lane of this.#lanesByShard[shard] ?? []) {
      this.#memory.restore(worker.gatekeeper, lane, this.timeline.now);
      this.#observer.tookOver(worker.id, lane, this.timeline.now);
      for (const delivery of this.ledger.inFlightOf(lane)) {
        if (!worker.holds(delivery.leaseToken as number)) worker.foreignLease(delivery);
      }
      worker.overlook(lane);
    }
  }

  #planReap(firstExpiry: EpochMs): void {
    if (this.#reapAt !== Number.POSITIVE_INFINITY || firstExpiry === Number.POSITIVE_INFINITY) return;
    this.#reapAt = Math.ceil(firstExpiry / reapMs) * reapMs;
    this.timeline.at(this.#reapAt, () => {
      this.#reapAt = Number.POSITIVE_INFINITY;
      for (const delivery of this.ledger.reap(this.timeline.now)) if (delivery.state === "pending") this.#overlook(delivery.lane);
      this.#planReap(this.ledger.nextLeaseExpiry);
    });
  }

  #planSweep(): void {
    if (this.#sweepAt !== Number.POSITIVE_INFINITY) return;
    const { nextDeadline } = this.ledger;
    if (nextDeadline === Number.POSITIVE_INFINITY) return;
    this.#sweepAt = Math.max(Math.ceil((nextDeadline + 1) / expireMs) * expireMs, this.timeline.now + 1);
    this.timeline.at(this.#sweepAt, () => {
      this.#sweepAt = Number.POSITIVE_INFINITY;
      this.ledger.expire(this.timeline.now);
      this.#planSweep();
    });
  }
}
