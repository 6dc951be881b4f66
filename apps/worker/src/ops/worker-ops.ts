import type { OperatorAlertName } from "@hooklane/contracts";
import type { Admission, ReadyLanes } from "@hooklane/core";
import { ALARM_DAYS_AHEAD, type DbClock, type Listener, MAX_OFFSET_MS } from "@hooklane/db";
import {
  type OpsAddress,
  type OpsServer,
  type ProbeAnswer,
  type ScrapePart,
  type SessionPool,
  startOpsServer,
  watchPools,
  watchProcess,
} from "@hooklane/ops";
import type { Logger } from "pino";
import { CLAIM_LIMIT_MS, type Membership } from "../cluster/membership.ts";
import type { Recorder } from "../dispatch/recorder.ts";
import type { SubscriptionCache } from "../subscriptions/subscription-cache.ts";
import { every } from "../sweeps/every.ts";
import { type FleetSampler, SAMPLE_MS } from "./fleet-sampler.ts";
import { refreshLanes } from "./lane-gauges.ts";
import { judgeLiveness, Reachability } from "./liveness.ts";
import type { Observation } from "./observation.ts";

const PROBE_MS = 5_000;
/** While searches and heartbeats succeed within this part of the limit, nobody needs to ask whether the database answers. */
const SILENT_PART = 1 / 4;

export interface WorkerOpsParts {
  observation: Observation;
  sampler: FleetSampler;
  admission: Admission;
  subscriptions: SubscriptionCache;
  membership: Membership;
  listener: Listener;
  ready: Pick<ReadyLanes, "size">;
  recorder: Pick<Recorder, "pending">;
  clock: DbClock;
  pools: Readonly<Record<string, SessionPool>>;
  /** Keeps which alerts this worker holds where staff can read it. */
  reportAlerts: (held: readonly OperatorAlertName[]) => Promise<void>;
  /** Whether the database answers on a connection of its own. */
  probe: () => Promise<boolean>;
  monotonicNow: () => number;
  /** Work that may be sent must not wait longer, nor may searches and heartbeats fail for longer while the database answers. */
  livenessLagMs: number;
  log: Logger;
}

/** What an operator and a supervisor see of one worker. */
export class WorkerOps {
  readonly #parts: WorkerOpsParts;
  readonly #reachability = new Reachability();
  readonly #process: ScrapePart;
  readonly #refreshPools: () => void;
  #state: "starting" | "serving" | "draining" = "starting";
  #server: OpsServer | undefined;
  #sweeps: { stop: () => Promise<void> }[] = [];

  constructor(parts: WorkerOpsParts) {
    this.#parts = parts;
    this.#process = watchProcess(parts.observation.registry);
    this.#refreshPools = watchPools(parts.observation.registry, parts.pools);
  }

  /**
   * Opens the operator's port, before there is a database to work with. @returns where it is
   * @throws Error when it cannot listen there
   */
  async listen(at: OpsAddress): Promise<string> {
    this.#server = await startOpsServer(at, { live: this.live, ready: this.ready, metrics: this.metrics });
    return this.#server.url;
  }

  /** The worker claims and delivers from now on: sampling begins, and it is held to account. */
  serve(): void {
    this.#state = "serving";
    const { sampler, log } = this.#parts;
    this.#sweeps = [
      every(SAMPLE_MS, "sampling for metrics", sampler.sample, log),
      every(SAMPLE_MS, "reporting alerts", this.#report, log),
      every(PROBE_MS, "probing the database", this.#probe, log),
    ];
  }

  /** It claims no more. */
  drain(): void {
    this.#state = "draining";
  }

  async stop(): Promise<void> {
    this.#process.stop();
    await Promise.all([this.#server?.stop(), ...this.#sweeps.map((sweep) => sweep.stop())]);
  }

  readonly live = (): ProbeAnswer => {
    const { observation, membership, monotonicNow, livenessLagMs } = this.#parts;
    return judgeLiveness({
      limitMs: livenessLagMs,
      isServing: this.#state === "serving",
      oldestAdmissibleMs: this.#oldestAdmissibleMs(),
      searchSilentMs: observation.searchSilentMs,
      heartbeatSilentMs: membership.silentMs,
      databaseReachableMs: this.#reachability.forMs(monotonicNow()),
    });
  };

  readonly ready = (): ProbeAnswer => {
    const { membership, clock, listener } = this.#parts;
    const checks = {
      serving: this.#state === "serving" ? true : this.#state,
      heartbeat: membership.silentMs < CLAIM_LIMIT_MS ? true : "the heartbeat is too old to claim anything",
      clock: Math.abs(clock.offsetMs) <= MAX_OFFSET_MS ? true : `the database's clock differs by ${Math.round(clock.offsetMs)} ms`,
      listener: listener.isListening ? true : "hints cannot be heard",
    } as const;
    return { ok: Object.values(checks).every((check) => check === true), checks };
  };

  readonly metrics = async (): Promise<string> => {
    const { observation, admission, subscriptions, clock, sampler } = this.#parts;
    this.#process.refresh();
    this.#refreshPools();
    refreshLanes({ observation, admission, subscriptions, now: clock.now, backlogs: () => sampler.backlogs });
    this.#refreshAdmission();
    this.#refreshWork();
    this.#refreshAlerts();
    return observation.registry.metrics();
  };

  #oldestAdmissibleMs(): number {
    const { observation, subscriptions, membership } = this.#parts;
    const { owned } = membership;
    return observation.due.oldestMs((laneId) => {
      const lane = subscriptions.get(laneId);
      return lane?.state === "active" && owned.has(lane.shard);
    });
  }

  /** Asked only while something is silent: a healthy worker costs the database no connection. */
  readonly #probe = async (): Promise<void> => {
    const { observation, membership, monotonicNow, probe, livenessLagMs } = this.#parts;
    if (membership.owned.size === 0) observation.nothingToSearch();
    const silentMs = Math.max(observation.searchSilentMs, membership.silentMs);
    const isReachable = silentMs <= livenessLagMs * SILENT_PART || (await probe());
    this.#reachability.asked(isReachable, monotonicNow());
  };

  #refreshAdmission(): void {
    const { observation, admission, clock } = this.#parts;
    const { admission: meters } = observation.meters;
    const { offered, granted, refused, finished, givenBack } = observation.permits.totals;
    meters.permits.reset();
    for (const [event, n] of Object.entries({ offered, granted, refused, finished, given_back: givenBack }))
      meters.permits.inc({ event }, n);
    for (const [identity, n] of Object.entries(observation.permits.unaccounted(admission.inFlight)))
      meters.unaccounted.set({ identity }, n);
    const { pool, foreign, lanes, hosts, liveWorkers, fleetBudget } = admission.workerGauges(clock.now());
    meters.poolInFlight.set(pool.inFlight);
    meters.poolSize.set(pool.size);
    meters.poolSick.set(pool.sickInFlight);
    meters.poolSickLimit.set(pool.sickLimit);
    meters.foreign.set(foreign);
    meters.lanes.set(lanes);
    meters.hosts.set(hosts);
    meters.liveWorkers.set(liveWorkers);
    meters.fleetTokens.set(fleetBudget.tokens);
    meters.fleetBurst.set(fleetBudget.burst);
  }

  #refreshWork(): void {
    const { observation, membership, listener, ready, recorder, clock, sampler } = this.#parts;
    const { work, fleet } = observation.meters;
    work.recorderQueue.set(recorder.pending);
    work.readyWork.set(ready.size);
    work.oldestAdmissible.set(this.#oldestAdmissibleMs() / 1_000);
    work.shards.set(membership.owned.size);
    work.heartbeatAge.set(membership.silentMs / 1_000);
    work.clockOffset.set(clock.offsetMs / 1_000);
    work.listening.set(listener.isListening ? 1 : 0);
    for (const [check, is] of Object.entries(this.live().checks)) work.live.set({ check }, is === true ? 1 : 0);
    fleet.sampleAge.set(sampler.ageMs / 1_000);
  }

  #refreshAlerts(): void {
    const { alert: meter } = this.#parts.observation.meters.fleet;
    for (const [alert, is] of Object.entries(this.#alerts())) meter.set({ alert }, is ? 1 : 0);
  }

  readonly #report = async (): Promise<void> => {
    const held = Object.entries(this.#alerts()).flatMap(([alert, is]) => (is ? [alert as OperatorAlertName] : []));
    await this.#parts.reportAlerts(held);
  };

  #alerts(): Record<OperatorAlertName, boolean> {
    const { observation, admission, clock, sampler } = this.#parts;
    const { panicSince, fleetBudget } = admission.workerGauges(clock.now());
    const { offers, grants } = observation.permits.unaccounted(admission.inFlight);
    return {
      panic_freeze: panicSince !== null,
      shard_without_owner: sampler.hasShardGap,
      partition_missing: sampler.daysAhead !== undefined && sampler.daysAhead < ALARM_DAYS_AHEAD,
      fleet_budget_empty: fleetBudget.tokens < 1,
      ledger_mismatch: sampler.hasMismatch || offers !== 0 || grants !== 0,
    };
  }
}
