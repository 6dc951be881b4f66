import { replaySpacing } from "@hooklane/core";
import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import type pg from "pg";
import { uuidV7 } from "../../ids/uuid-v7.ts";
import { inTransaction } from "../../pools/in-transaction.ts";
import { openPool } from "../../pools/pools.ts";
import { type ClaimedDelivery, claimDeliveries } from "../../queries/claim-deliveries.ts";
import { expireDeliveries } from "../../queries/expire-deliveries.ts";
import { insertEvents } from "../../queries/insert-events.ts";
import { type Settlement, settleAttempts } from "../../queries/settle-attempts.ts";
import { advanceReplay, type ReplayRules } from "../advance-replay.ts";
import { changeReplayJob, changeReplayRate, type ReplayJobChange, type ReplayJobVerb } from "../change-replay-job.ts";
import { createReplayJob, type NewReplayJob } from "../create-replay-job.ts";
import { type DeliveryReplay, replayDelivery } from "../replay-delivery.ts";
import { type ReplayJobRecord, readReplayJob } from "../replay-job.ts";

export const HOUR_MS = 3_600_000;
export const TOKEN = "0193b1f0-7a5e-4cc1-8d2e-4a1b2c3d4e5f";
const SHARD = 7;

/** As much as there is, unless a test says otherwise. */
export const rules: ReplayRules = {
  owed: ({ ordered, mode }, createdMs) => ({
    class: ordered ? "ordered" : "catch_up",
    mode,
    state: "pending",
    reason: null,
    deadlineMs: createdMs + 24 * HOUR_MS,
  }),
  firstPace: () => 50,
  nextPace: (perS) => perS,
  ahead: () => 100_000,
  maxOpen: () => 100_000,
  spacing: replaySpacing,
};

export interface Final {
  n: number;
  state?: "dead" | "delivered" | "pending";
  type?: string;
  ageMs?: number;
}

export interface DeliveryRow {
  id: string;
  event_id: string;
  state: string;
  class: string;
  generation: number;
  attempt: number;
  reason: string | null;
  replayed_by: string | null;
  sequence: number | null;
  mode: string;
}

/** One subscription on a database with others, what became of its deliveries, and its replays. */
export class ReplayWorld {
  readonly database: TestDatabase;
  readonly pool: pg.Pool;
  readonly tenantId = uuidV7(Date.now());
  sub = { id: "", shard: SHARD };
  #ordered = false;
  #mode: "at_least_once" | "at_most_once" = "at_least_once";

  private constructor(database: TestDatabase) {
    this.database = database;
    this.pool = openPool({ url: database.appUrl, applicationName: "test", max: 6, onError: () => {} });
  }

  static async create(): Promise<ReplayWorld> {
    const world = new ReplayWorld(await createTestDatabase());
    await world.pool.query("INSERT INTO tenants (id, name) VALUES ($1, 'Acme')", [world.tenantId]);
    return world;
  }

  async close(): Promise<void> {
    await this.pool.end();
    await this.database.drop();
  }

  /** A fresh subscription takes the place of the one before. */
  async subscribe({ ordered = false, mode = "at_least_once" }: { ordered?: boolean; mode?: "at_least_once" | "at_most_once" } = {}) {
    this.sub = { id: uuidV7(Date.now()), shard: SHARD };
    this.#ordered = ordered;
    this.#mode = mode;
    await this.pool.query(
      `INSERT INTO subscriptions (id, tenant_id, url, host, event_types, shard, ordered, mode)
       VALUES ($1, $2, 'https://rx.example/', 'rx.example:443', '{*}', $3, $4, $5)`,
      [this.sub.id, this.tenantId, SHARD, ordered, mode],
    );
  }

  async setState(state: string): Promise<void> {
    await this.pool.query("UPDATE subscriptions SET state = $2 WHERE id = $1", [this.sub.id, state]);
  }

  /** Events, oldest first, whose deliveries came to this end. @returns the deliveries' ids */
  async final({ n, state = "dead", type = "order.paid", ageMs = HOUR_MS }: Final): Promise<string[]> {
    const base = Date.now() - ageMs;
    const events = Array.from({ length: n }, (_, i) => ({
      id: uuidV7(base + i),
      tenantId: this.tenantId,
      type,
      body: Buffer.from('{"data":1}'),
      dataOffset: 8,
      dataLength: 1,
      acceptedMs: base + i,
      idempotency: undefined,
      fanOut: "done" as const,
      deliveries: [
        {
          subscriptionId: this.sub.id,
          shard: SHARD,
          class: this.#ordered ? ("ordered" as const) : ("first" as const),
          mode: this.#mode,
          state: "pending" as const,
          reason: null,
          deadlineMs: base + 24 * HOUR_MS,
        },
      ],
    }));
    await insertEvents(this.pool, events);
    const { rows } = await this.pool.query<{ id: string }>(
      "SELECT id FROM deliveries WHERE subscription_id = $1 AND event_id = ANY($2::uuid[]) ORDER BY id",
      [this.sub.id, events.map(({ id }) => id)],
    );
    const ids = rows.map(({ id }) => id);
    if (state !== "pending") await this.#end(ids, state);
    return ids;
  }

  /** What settling them does to the rows and the books that matter here. */
  async #end(ids: readonly string[], state: "dead" | "delivered"): Promise<void> {
    await this.pool.query(
      `WITH ended AS (
         UPDATE deliveries SET state = $2, attempt = attempt + 1, finished_at = now(), reason = CASE $2 WHEN 'dead' THEN 'max_attempts' END
         WHERE id = ANY($1::uuid[]) RETURNING subscription_id
       )
       INSERT INTO lane_stats AS s (subscription_id, dead_count, oldest_dead_at)
       SELECT subscription_id, count(*) FILTER (WHERE $2 = 'dead'), CASE $2 WHEN 'dead' THEN now() END FROM ended GROUP BY 1
       ON CONFLICT (subscription_id) DO UPDATE SET dead_count = s.dead_count + excluded.dead_count,
         oldest_dead_at = coalesce(s.oldest_dead_at, excluded.oldest_dead_at)`,
      [ids, state],
    );
  }

  async start(filter: Partial<NewReplayJob> = {}): Promise<string> {
    const whole = { sinceMs: 0, untilMs: 4e12, types: [], states: ["dead"], maxPerS: null };
    const job = { id: uuidV7(Date.now()), tenantId: this.tenantId, subscriptionId: this.sub.id, ...whole, ...filter };
    return (await inTransaction(this.pool, (client) => createReplayJob(client, job))).id;
  }

  async job(id: string): Promise<ReplayJobRecord> {
    return (await readReplayJob(this.pool, this.tenantId, id)) as ReplayJobRecord;
  }

  /** Works until there is nothing to do for now. @param nowMs what the clock says meanwhile */
  async work(id: string, own: Partial<ReplayRules> = {}, nowMs = Date.now()): Promise<ReplayJobRecord> {
    for (;;) {
      const { step } = await this.job(id);
      if ((await advanceReplay(this.pool, id, step, nowMs, { ...rules, ...own })).kind !== "more") return this.job(id);
    }
  }

  change(id: string, verb: ReplayJobVerb): Promise<ReplayJobChange> {
    return inTransaction(this.pool, (client) => changeReplayJob(client, this.tenantId, id, verb));
  }

  setRate(id: string, maxPerS: number | null) {
    return inTransaction(this.pool, (client) => changeReplayRate(client, this.tenantId, id, maxPerS));
  }

  replay(deliveryId: string, tenantId = this.tenantId): Promise<DeliveryReplay> {
    const owed: Parameters<typeof replayDelivery>[4] = (to, ms) => rules.owed({ ...to, plan: "scale", planOverride: null, lane: null }, ms);
    return inTransaction(this.pool, (client) => replayDelivery(client, Date.now(), tenantId, deliveryId, owed));
  }

  async generation(n: number): Promise<DeliveryRow[]> {
    const { rows } = await this.pool.query<DeliveryRow>(
      "SELECT * FROM deliveries WHERE subscription_id = $1 AND generation = $2 ORDER BY id",
      [this.sub.id, n],
    );
    return rows;
  }

  async books(): Promise<{ backlog: number; bytes: number; dead: number; oldest: Date | null }> {
    const { rows } = await this.pool.query(
      "SELECT backlog, backlog_bytes AS bytes, dead_count AS dead, oldest_dead_at AS oldest FROM lane_stats WHERE subscription_id = $1",
      [this.sub.id],
    );
    return rows[0];
  }

  claim(n: number, leaseMs = 90_000): Promise<ClaimedDelivery[]> {
    const due = { dueAfterMs: Number.NEGATIVE_INFINITY, dueBeforeMs: Date.now() + 5_000 };
    return claimDeliveries(
      this.pool,
      Date.now(),
      [{ shard: SHARD, subscriptionId: this.sub.id, class: "catch_up", ...due, n }],
      TOKEN,
      leaseMs,
    );
  }

  /** Claims replays that are due and lets them be delivered, or expire. @returns how many */
  async send(state: "delivered" | "dead", n = 1_000): Promise<number> {
    const claimed = await this.claim(n);
    if (state === "delivered") {
      await settleAttempts(this.pool, Date.now(), claimed.map(delivered));
    } else {
      const ids = claimed.map(({ id }) => id);
      await this.pool.query("UPDATE deliveries SET state = 'pending', deadline_at = now() WHERE id = ANY($1::uuid[])", [ids]);
      await expireDeliveries(this.pool, Date.now(), n);
    }
    return claimed.length;
  }

  /** Lets time pass for what is final: as if it had ended a second earlier. */
  async age(): Promise<void> {
    await this.pool.query("UPDATE deliveries SET finished_at = finished_at - interval '1 second' WHERE subscription_id = $1", [
      this.sub.id,
    ]);
  }
}

/** What settles a claimed delivery as delivered. */
export const delivered = (row: Pick<ClaimedDelivery, "id" | "attempt" | "class" | "dueMs">): Settlement => ({
  deliveryId: row.id,
  leaseToken: TOKEN,
  number: row.attempt,
  state: "delivered",
  class: row.class,
  failure: 0,
  nextAttemptMs: row.dueMs,
  delayMs: null,
  reason: null,
  success: true,
  totalMs: 1,
  startedMs: Date.now(),
  outcome: "delivered",
  cause: "http_2xx",
  trigger: "replay",
  status: 200,
  durationMs: 1,
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  firstByteMs: null,
  remoteAddress: null,
  requestHeaders: "[]",
  responseHeaders: null,
  responseBody: null,
  bodyTruncated: false,
  error: null,
});
