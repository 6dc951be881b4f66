import { type JobPayload, type QueueName, queueNames, queues } from "@hooklane/contracts";
import type pg from "pg";
import { PgBoss } from "pg-boss";

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

/** Makes pg-boss's schema and our queues. Run by the owner role, before anything sends or works. */
export async function installQueues(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, schema: SCHEMA, schedule: false, supervise: false, max: 2 });
  boss.on("error", () => {}); // start() and createQueue() reject with what matters
  await boss.start();
  try {
    for (const name of queueNames) {
      await boss.createQueue(name, { policy: "standard", ...queueOptions });
      await boss.updateQueue(name, queueOptions); // a queue that an earlier version made keeps its old options otherwise
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
      max: 1,
      application_name: "hooklane-jobs",
    });
    this.#boss.on("error", onError);
  }

  start = async (): Promise<void> => void (await this.#boss.start());
  stop = (): Promise<void> => this.#boss.stop({ graceful: false });

  /** Sends a job that exists exactly if the transaction of this session commits. */
  async send<Q extends QueueName>(client: pg.ClientBase, queue: Q, payload: JobPayload<Q>): Promise<void> {
    const data = queues[queue].payload.parse(payload);
    const id = await this.#boss.send(queue, data, { db: { executeSql: (text, values) => client.query(text, values) } });
    if (!id) throw new Error(`job queue ${queue} took no job`);
  }
}
