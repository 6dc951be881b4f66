import { randomUUID } from "node:crypto";
import {
  type Admission,
  type AttemptEnd,
  type Classification,
  leaseTimes,
  type Permit,
  type PolicyConfig,
  type ReadyLanes,
  type Work,
} from "@hooklane/core";
import { type DbClock, releaseLeases } from "@hooklane/db";
import type pg from "pg";
import type { Logger } from "pino";
import { type AdmitDeps, type AdmittedWork, admit } from "./admit.ts";
import { type ClaimResult, claim } from "./claim.ts";
import type { Claimed } from "./deliver.ts";

/** Claim statements under way at once. */
const PARALLEL_CLAIMS = 2;
/**
 * While a claim is under way there is no round for this long: what becomes ready meanwhile is claimed together, and a claim costs the database by lanes more than by
 * rows. One that takes longer holds nobody up.
 */
const CLAIM_PATIENCE_MS = 20;
/** A head that is in flight or locked elsewhere is looked at again after this. */
const HEAD_RETRY_MS = 20;
/** After a statement that failed. */
const RETRY_MS = 500;
const TICK_MS = 1_000;
const FORGET_EVERY_TICKS = 60;

export interface LoopOptions extends Omit<AdmitDeps, "admission" | "ready" | "poolSize"> {
  pool: pg.Pool;
  admission: Admission;
  ready: ReadyLanes;
  clock: DbClock;
  policy: PolicyConfig;
  deliver: (claimed: Claimed) => Promise<void>;
  /** Ends up to `n` retries of the work dead, because its subscription does not want them to wait for the budget. */
  deadLetter: (work: Work, n: number) => Promise<void>;
  /** A claim found nothing more of this work. */
  onEmptied: (work: Work) => void;
  /** An attempt's request ended. */
  onEnded: (end: AttemptEnd, nowMs: number) => void;
  /** A claim statement succeeded. */
  onClaimed: (results: readonly ClaimResult[], durationMs: number) => void;
  log: Logger;
}

/**
 * The heart of the worker: whenever work is ready and permits are free, a round of admission decides what to claim, the claim fetches
 * exactly that, and each claimed delivery goes its way. Rounds are asked for by `kick`, as often as anything changes, and run at most once per turn.
 */
export class Loop {
  readonly #options: LoopOptions;
  readonly #admitDeps: AdmitDeps;
  /** Deliveries under way, with the token of their lease. */
  readonly #inFlight = new Map<string, string>();
  /** Tokens of claims whose answers did not come, and when their leases end. */
  readonly #lost = new Map<string, number>();
  #statements = 0;
  #claims = 0;
  #claimedAt = 0;
  #kicked = false;
  #stopped = false;
  #ticks = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #ticker: NodeJS.Timeout;
  #idle: (() => void)[] = [];

  constructor(options: LoopOptions) {
    this.#options = options;
    this.#admitDeps = { ...options, poolSize: options.policy.pool.size };
    this.#ticker = setInterval(() => this.#tick(), TICK_MS);
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
    const { admission, clock, onEnded } = this.#options;
    const now = clock.now();
    admission.finish(permit, classification, durationMs, now);
    onEnded({ permit, classification, durationMs }, now);
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
    clearInterval(this.#ticker);
    if (this.#isIdle) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  /** What happens by time alone. */
  #tick(): void {
    const { admission, ready, clock } = this.#options;
    const now = clock.now();
    if (++this.#ticks % FORGET_EVERY_TICKS === 0) admission.forget(now);
    else admission.tick(now);
    ready.wakeAll();
    this.kick();
  }

  #round(): void {
    const { admission, ready, policy, clock } = this.#options;
    if (this.#stopped || this.#claims >= PARALLEL_CLAIMS || admission.inFlight >= policy.pool.size) return;
    const now = clock.now();
    if (this.#claims > 0 && now < this.#claimedAt + CLAIM_PATIENCE_MS) {
      this.#sleepUntil(this.#claimedAt + CLAIM_PATIENCE_MS, now);
      return;
    }
    const { offered, admitted, deadLettered, moved } = admit(this.#admitDeps, now);
    for (const { work, n } of deadLettered) this.#deadLetter(work, n);
    if (admitted.length > 0) {
      for (const { work } of admitted) ready.claim(work);
      this.#claims++;
      this.#claimedAt = now;
      this.#run(async () => {
        await this.#claim(admitted, now).finally(() => {
          this.#claims--;
        });
      });
    }
    // There was more to offer than one round takes, and this one changed something
    if (ready.readyCount > 0 && offered > 0 && admitted.length + moved > 0) this.kick();
    if (ready.wakeMore()) this.kick();
    this.#sleepUntil(ready.nextAt, now);
  }

  async #claim(admitted: readonly AdmittedWork[], nowMs: number): Promise<void> {
    const { pool, policy, log, admission, ready, clock } = this.#options;
    const token = randomUUID();
    try {
      const began = performance.now();
      const results = await claim(pool, admitted, nowMs, token, policy.lease_ms);
      this.#options.onClaimed(results, performance.now() - began);
      const lease = { token, sendByMs: nowMs + leaseTimes(policy).sendWithinMs };
      for (const result of results) this.#begin(result, lease);
    } catch (error) {
      log.warn({ err: error, lanes: admitted.length }, "claim failed; trying again");
      this.#undo(token);
      const now = clock.now();
      for (const { work, grant } of admitted) {
        admission.giveBack(grant, grant.n, now);
        ready.postpone(work, now + RETRY_MS);
      }
    }
  }

  /** A claim whose answer did not come may have been made all the same. Nobody begins what it got, so it need not wait for the end of the lease. */
  #undo(token: string): void {
    const { clock, policy } = this.#options;
    const isUnderWay = this.#lost.size > 0;
    this.#lost.set(token, clock.now() + policy.lease_ms);
    if (!isUnderWay) this.#run(() => this.#releaseLost());
  }

  /** One statement for all of them, however many claims failed while the database was away. */
  async #releaseLost(): Promise<void> {
    const { pool, clock, log } = this.#options;
    while (this.#lost.size > 0 && !this.#stopped) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      for (const [token, leaseEndsAt] of this.#lost) if (leaseEndsAt <= clock.now()) this.#lost.delete(token);
      const tokens = [...this.#lost.keys()];
      try {
        const n = await releaseLeases(pool, clock.now(), tokens);
        for (const token of tokens) this.#lost.delete(token);
        if (n > 0) log.warn({ deliveries: n }, "the answer to a claim was lost; what it got was given back");
      } catch {} // the database is away; what was claimed is then returned by its lease's end at the latest
    }
  }

  #begin({ work, grant, rows, isFull, lastDueAt, headDueMs, seenBefore }: ClaimResult, lease: { token: string; sendByMs: number }): void {
    const { admission, ready, clock, onEmptied } = this.#options;
    const now = clock.now();
    const bytes = rows.reduce((sum, row) => sum + row.bodyBytes, 0);
    admission.weighed(grant, bytes, now);
    if (headDueMs !== undefined) ready.postpone(work, Math.max(headDueMs, now + HEAD_RETRY_MS));
    else if (!ready.claimed(work, { isFull, lastDueAt, seenBefore }, now)) onEmptied(work);
    if (rows.length < grant.n) {
      admission.giveBack(grant, grant.n - rows.length, now);
      ready.released(grant);
    }
    for (const row of rows) {
      this.#inFlight.set(row.id, lease.token);
      void this.#deliver({ claim: row, leaseToken: lease.token, sendByMs: lease.sendByMs, permit: grant });
    }
  }

  #deadLetter(work: Work, n: number): void {
    const { ready, clock, deadLetter, log } = this.#options;
    const seenBefore = work.seen;
    ready.claim(work);
    this.#run(async () => {
      try {
        await deadLetter(work, n);
        ready.claimed(work, { isFull: false, lastDueAt: null, seenBefore }, clock.now());
      } catch (error) {
        log.warn({ err: error, subscription: work.laneId }, "ending retries failed; trying again");
        ready.postpone(work, clock.now() + RETRY_MS);
      }
    });
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

  #released(permit: Permit): void {
    this.#options.ready.released(permit);
    this.kick();
  }

  /** Runs a statement that a stop waits for. */
  #run(statement: () => Promise<void>): void {
    this.#statements++;
    void statement().finally(() => {
      this.#statements--;
      this.#settleIdle();
      this.kick();
    });
  }

  get #isIdle(): boolean {
    return this.#inFlight.size === 0 && this.#statements === 0;
  }

  #settleIdle(): void {
    if (this.#isIdle) for (const resolve of this.#idle.splice(0)) resolve();
  }

  #sleepUntil(timeMs: number, nowMs: number): void {
    clearTimeout(this.#timer);
    if (timeMs === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.kick(), Math.min(Math.max(timeMs - nowMs, 1), TICK_MS));
  }
}
