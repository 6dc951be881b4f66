import { createHash } from "node:crypto";
import { type JobPayload, type QueueName, queueNames, queueSettings, queues } from "@hooklane/contracts";
import type pg from "pg";
import { PgBoss } from "pg-boss";
import { noticesSilence, QUERY_TIMEOUT_MS } from "../pools/pools.ts";

const SCHEMA = "pgboss";

/** A job is retried with back-off for about a day; while it runs it sends heartbeats, by which a dead runner is noticed. */
const queueOptions = {
  retryLimit: 20,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3_600,
  expireInSeconds: 3_600,
  heartbeatSeconds: 20,
} as const;

/** pg-boss hands what it does not know to its pool: a half-open connection is noticed here as everywhere. */
const sessionOptions = { ...noticesSilence, query_timeout: QUERY_TIMEOUT_MS };

/** Makes pg-boss's schema and our queues. Run by the owner role, before anything sends or works. */
export async function installQueues(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, schema: SCHEMA, schedule: false, supervise: false, max: 2 });
  boss.on("error", () => {}); // start() and createQueue() reject with what matters
  await boss.start();
  try {
    for (const name of queueNames) {
      const keepSeconds = queueSettings[name]?.keepSeconds;
      const options = { ...queueOptions, ...(keepSeconds !== undefined && { deleteAfterSeconds: keepSeconds }) };
      await boss.createQueue(name, { policy: "standard", ...options });
      await boss.updateQueue(name, options); // a queue that an earlier version made keeps its old options otherwise
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** The boss of a process that runs jobs: it also schedules and maintains. */
export function createJobRunner(url: string, onError: (error: Error) => void): PgBoss {
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    migrate: false,
    createSchema: false,
    ...sessionOptions,
    max: 3,
    application_name: "hooklane-jobs",
  });
  boss.on("error", onError);
  return boss;
}

/** The boss of a process that only sends jobs, always within a transaction of its own. */
export class JobSender {
  readonly #boss: PgBoss;

  constructor(url: string, onError: (error: Error) => void) {
    this.#boss = new PgBoss({
      connectionString: url,
      schema: SCHEMA,
      migrate: false,
      createSchema: false,
      schedule: false,
      supervise: false,
      ...sessionOptions,
      max: 1,
      application_name: "hooklane-jobs",
    });
    this.#boss.on("error", onError);
  }

  start = async (): Promise<void> => void (await this.#boss.start());
  stop = (): Promise<void> => this.#boss.stop({ graceful: false });

  /** Sends a job that exists exactly if the transaction of this session commits. @param afterMs when it may begin, from now */
  async send<Q extends QueueName>(client: pg.ClientBase, queue: Q, payload: JobPayload<Q>, afterMs = 0): Promise<void> {
    const data = queues[queue].payload.parse(payload);
    const id = await this.#boss.send(queue, data, {
      db: sessionOf(client),
      ...(afterMs > 0 && { startAfter: Math.ceil(afterMs / 1_000) }),
    });
    if (!id) throw new Error(`job queue ${queue} took no job`);
  }

  /** Lets a job that has failed for good be tried once more. @returns whether there was one */
  async retry(client: pg.ClientBase, queue: QueueName, id: string): Promise<boolean> {
    const response = await this.#boss.retry(queue, id, { db: sessionOf(client) });
    return (response as { affected?: number }).affected === 1; // its type does not say what it has
  }

  /** The same for many jobs of one queue, in one statement. */
  async sendAll<Q extends QueueName>(client: pg.ClientBase, queue: Q, payloads: readonly JobPayload<Q>[]): Promise<void> {
    const jobs = payloads.map((payload) => ({ data: queues[queue].payload.parse(payload) }));
    const ids = await this.#boss.insert(queue, jobs, { db: sessionOf(client), returnId: true });
    if (ids?.length !== jobs.length) throw new Error(`job queue ${queue} took ${ids?.length ?? 0} of ${jobs.length} jobs`);
  }
}

/** The statement that inserts jobs is long, and the same each time: planned once per session, as all that is on the way of an accepted event. */
const sessionOf = (client: pg.ClientBase) => ({
  executeSql: (text: string, values?: unknown[]) =>
    client.query({ name: `boss_${createHash("sha1").update(text).digest("base64url")}`, text, values: values ?? [] }),
});
