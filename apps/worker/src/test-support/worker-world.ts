import { randomBytes } from "node:crypto";
import { parseAllowList } from "@hooklane/contracts/egress";
import { formatSecret, parsePolicyConfig } from "@hooklane/core";
import { insertEvents, KeyRing, type NewDelivery, type NewEvent, openPool, secretContext, shardOf, uuidV7, WakeUp } from "@hooklane/db";
import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import type pg from "pg";
import { pino } from "pino";
import { type Container, createContainer } from "../container.ts";
import type { WorkerEnv } from "../env.ts";
import { type RunningWorker, startWorker } from "../lifecycle/worker.ts";

/** A database of its own, with what a test needs to put work into it and to run workers on it. */
export interface WorkerWorld {
  database: TestDatabase;
  pool: pg.Pool;
  tenantId: string;
  /** What its workers open secrets with. */
  keys: KeyRing;
  subscribe(url: string, fields?: Record<string, unknown>): Promise<{ id: string; secret: string; shard: number }>;
  /** Makes a new secret the only one. @returns it */
  replaceSecret(subscriptionId: string): Promise<string>;
  accept(
    to: readonly { id: string; shard: number }[],
    fields?: Partial<NewEvent>,
    delivery?: Partial<NewDelivery>,
    options?: { announce: boolean },
  ): Promise<string>;
  /** @param fields of the environment that are to differ */
  startWorker(policy?: Record<string, unknown>, fields?: Partial<WorkerEnv>): Promise<RunningWorker & { container: Container }>;
  deliveries(
    subscriptionId: string,
  ): Promise<
    { id: string; state: string; reason: string | null; attempt: number; last_status: number | null; last_error: string | null }[]
  >;
  close(): Promise<void>;
}

const keyText = `1:${randomBytes(32).toString("base64")}`;

export async function createWorkerWorld(allow: string): Promise<WorkerWorld> {
  const database = await createTestDatabase();
  const pool = openPool({ url: database.appUrl, applicationName: "test", max: 4, onError: () => {} });
  const wakeUp = new WakeUp(pool, () => {});
  const tenantId = uuidV7(Date.now());
  await pool.query("INSERT INTO tenants (id, name, plan) VALUES ($1, 'Acme', 'scale')", [tenantId]);
  const keys = ringOf(keyText);
  const workers: RunningWorker[] = [];
  const addSecret = async (subscriptionId: string): Promise<string> => {
    const secret = formatSecret(randomBytes(32));
    const { sealed, keyNumber } = keys.seal(Buffer.from(secret), secretContext(subscriptionId));
    await pool.query("INSERT INTO subscription_secrets (id, subscription_id, sealed, key_number) VALUES ($1, $2, $3, $4)", [
      uuidV7(Date.now()),
      subscriptionId,
      sealed,
      keyNumber,
    ]);
    return secret;
  };

  return {
    database,
    pool,
    tenantId,
    keys,
    async subscribe(url, fields = {}) {
      const id = uuidV7(Date.now());
      const host = new URL(url).host;
      const shard = shardOf(host);
      const row = { id, tenant_id: tenantId, url, host, event_types: ["*"], shard, ...fields };
      const names = Object.keys(row);
      await pool.query(
        `INSERT INTO subscriptions (${names.join(", ")}) VALUES (${names.map((_, i) => `$${i + 1}`).join(", ")})`,
        Object.values(row),
      );
      return { id, secret: await addSecret(id), shard };
    },
    async replaceSecret(subscriptionId) {
      await pool.query("DELETE FROM subscription_secrets WHERE subscription_id = $1", [subscriptionId]);
      return addSecret(subscriptionId);
    },
    async accept(to, fields = {}, delivery = {}, { announce } = { announce: true }) {
      const acceptedMs = fields.acceptedMs ?? Date.now();
      const event: NewEvent = {
        id: uuidV7(acceptedMs),
        tenantId,
        type: "order.paid",
        body: Buffer.from('{"id":"x","type":"order.paid","timestamp":"","data":{"n":1}}'),
        dataOffset: 52,
        dataLength: 7,
        acceptedMs,
        idempotency: undefined,
        fanOut: "done",
        deliveries: to.map(({ id, shard }) => ({
          subscriptionId: id,
          shard,
          class: "first",
          mode: "at_least_once",
          state: "pending",
          reason: null,
          deadlineMs: acceptedMs + 86_400_000,
          ...delivery,
        })),
        ...fields,
      };
      await insertEvents(pool, [event]);
      if (announce) wakeUp.announce(to.map(({ shard }) => shard));
      return event.id;
    },
    async startWorker(overrides = {}, fields = {}) {
      const policy = parsePolicyConfig(JSON.stringify(overrides));
      const rules = parseAllowList(allow);
      if (!policy.ok || !rules.ok) throw new Error(JSON.stringify([policy, rules]));
      const env: WorkerEnv = {
        databaseUrl: database.appUrl,
        ownerDatabaseUrl: database.url,
        keys,
        policy: policy.config,
        allow: rules.rules,
        allowHttp: true,
        publicUrl: "http://127.0.0.1:3000",
        smtpUrl: undefined,
        mailFrom: "Hooklane <no-reply@hooklane.example>",
        workerId: uuidV7(Date.now()),
        ops: undefined,
        livenessLagMs: 60_000,
        metricsLanes: 50,
        logLevel: "silent",
        ...fields,
      };
      const container = createContainer(env, pino({ level: "silent" }));
      const { drain } = await startWorker(container);
      const running = { drain, container };
      workers.push(running);
      return running;
    },
    async deliveries(subscriptionId) {
      const { rows } = await pool.query(
        "SELECT id, state, reason, attempt, last_status, last_error FROM deliveries WHERE subscription_id = $1 ORDER BY id",
        [subscriptionId],
      );
      return rows;
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.drain()));
      await pool.end();
      await database.drop();
    },
  };
}

function ringOf(text: string): KeyRing {
  const parsed = KeyRing.parse(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.ring;
}
