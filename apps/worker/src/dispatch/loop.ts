import { randomUUID } from "node:crypto";
import type { Admission, Classification, Permit, PolicyConfig } from "@hooklane/core";
import type { DbClock } from "@hooklane/db";
import type pg from "pg";
import type { Logger } from "pino";
import type { Lane, SubscriptionCache } from "../subscriptions/subscription-cache.ts";
import { type AdmittedWork, admit } from "./admit.ts";
import { type ClaimResult, claim } from "./claim.ts";
import type { Claimed } from "./deliver.ts";
import type { ReadyLanes } from "./ready-lanes.ts";

/** Claim statements under way at once. */
const PARALLEL_CLAIMS = 2;
/** A head that is in flight or locked elsewhere is looked at again after this. */
const HEAD_RETRY_MS = 20;
/** After a claim that failed. */
const CLAIM_RETRY_MS = 500;
const FORGET_MS = 60_000;

export interface LoopOptions {
  pool: pg.Pool;
  admission: Admission;
  ready: ReadyLanes;
  subscriptions: SubscriptionCache;
  owns: (shard: number) => boolean;
  abandon: (lane: Lane) => void;
  clock: DbClock;
  policy: PolicyConfig;
  deliver: (claimed: Claimed) => Promise<void>;
  log: Logger;
}

/**
 * The heart of the worker: whenever work is ready and permits are free, a round of admission decides what to claim, the claim fetches
 * exactly that, and each claimed delivery goes its way. Rounds are asked for by `kick`, as often as anything changes, and run at most once per turn.
 */
export class Loop {
  readonly #options: LoopOptions;
  /** Deliveries under way, with the token of their lease. */
  readonly #inFlight = new Map<string, string>();
  #claims = 0;
  #kicked = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;
  #forget: NodeJS.Timeout;
  #idle: (() => void)[] = [];

  constructor(options: LoopOptions) {
    this.#options = options;
    this.#forget = setInterval(() => options.admission.forget(options.clock.now()), FORGET_MS);
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  holds(leaseToken: string): boolean {
    for (const token of this.#inFlight.values()) if (token === leaseToken) return true;
    return false;
  }

  /** Something changed: new work, a free permit, a subscription. */
  kick(): void {
    if (this.#kicked || this.#stopped) return;
    this.#kicked = true;
    setImmediate(() => {
      this.#kicked = false;
      this.#round();
    });
  }

  /** An attempt's request ended: its permit is free. */
  finished(permit: Permit, classification: Classification, durationMs: number): void {
    this.#options.admission.finish(permit, classification, durationMs, this.#options.clock.now());
    this.#released(permit);
  }

  /** A permit was not used. */
  unused(permit: Permit): void {
    this.#options.admission.giveBack(permit, 1, this.#options.clock.now());
    this.#released(permit);
  }

  /** No further claims. Resolves when everything claimed has been delivered or given up, and recorded. */
  stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#forget);
    if (this.#inFlight.size === 0 && this.#claims === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #round(): void {
    const { admission, ready, policy, clock } = this.#options;
    if (this.#stopped || this.#claims >= PARALLEL_CLAIMS || admission.inFlight >= policy.pool.size) return;
    const nowMs = clock.now();
    const admitted = admit(this.#options, nowMs);
    if (admitted.length > 0) {
      for (const { work } of admitted) ready.claim(work);
      this.#claims++;
      void this.#claim(admitted, nowMs).finally(() => {
        this.#claims--;
        this.#settleIdle();
        this.kick();
      });
      if (ready.hasReady) this.kick();
    }
    this.#sleepUntil(ready.nextTimeMs, nowMs);
  }

  async #claim(admitted: readonly AdmittedWork[], nowMs: number): Promise<void> {
    const { pool, policy, log } = this.#options;
    const token = randomUUID();
    try {
      for (const result of await claim(pool, admitted, nowMs, token, policy.lease_ms)) this.#begin(result, token);
    } catch (error) {
      log.warn({ err: error, lanes: admitted.length }, "claim failed; trying again");
      const now = this.#options.clock.now();
      for (const { work, grant } of admitted) {
        this.#options.admission.giveBack(grant, grant.n, now);
        this.#options.ready.postpone(work, now + CLAIM_RETRY_MS);
      }
    }
  }

  #begin({ work, grant, rows, headDueMs, seenBefore }: ClaimResult, token: string): void {
    const { admission, ready, clock } = this.#options;
    const now = clock.now();
    admission.giveBack(grant, grant.n - rows.length, now);
    if (rows.length < grant.n) ready.released(grant.laneId, grant.host);
    if (headDueMs !== undefined) ready.postpone(work, Math.max(headDueMs, now + HEAD_RETRY_MS));
    else ready.claimed(work, rows.length === grant.n, lastDue(rows), seenBefore, now);
    for (const row of rows) {
      this.#inFlight.set(row.id, token);
      void this.#deliver({ claim: row, leaseToken: token, permit: grant });
    }
  }

  async #deliver(claimed: Claimed): Promise<void> {
    try {
      await this.#options.deliver(claimed);
    } catch (error) {
      // Nothing was recorded: the lease runs out and the delivery is claimed anew
      this.#options.log.error({ err: error, delivery: claimed.claim.id }, "a claimed delivery could not be worked on");
    } finally {
      this.#inFlight.delete(claimed.claim.id);
      this.#settleIdle();
    }
  }

  #released({ laneId, host }: Permit): void {
    this.#options.ready.released(laneId, host);
    this.kick();
  }

  #settleIdle(): void {
    if (this.#inFlight.size === 0 && this.#claims === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }

  #sleepUntil(timeMs: number, nowMs: number): void {
    clearTimeout(this.#timer);
    if (timeMs === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.kick(), Math.min(Math.max(timeMs - nowMs, 1), 1_000));
  }
}

/** A claim returns its rows in no order. */
const lastDue = (rows: ClaimResult["rows"]): number | undefined =>
  rows.length === 0 ? undefined : Math.max(...rows.map((row) => row.dueMs));
