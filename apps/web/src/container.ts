import {
  addAccepted,
  beatWebProcess,
  createPrisma,
  DbClock,
  EventTypeFollower,
  endWebProcess,
  FactQueue,
  findApiKey,
  forgetFanOuts,
  forgetOldSignIns,
  forgetUnconfirmed,
  JobSender,
  LaneLooks,
  Listener,
  notifyOwners,
  openHotPool,
  openPool,
  type ShedTransition,
  SUBSCRIPTIONS_CHANNEL,
  SubscriptionFollower,
  touchApiKeys,
  uuidV7,
  WakeUp,
} from "@hooklane/db";
import type { Logger } from "pino";
import type { WebEnv } from "./env.ts";
import { EventTypeIndex } from "./server/accept/event-type-index.ts";
import { IngestGate } from "./server/accept/ingest-gate.ts";
import { LaneBooks } from "./server/accept/lane-books.ts";
import { MicroBatcher } from "./server/accept/micro-batcher.ts";
import { QuotaNews } from "./server/accept/quota-news.ts";
import { noteShedding } from "./server/accept/shed-news.ts";
import { watchShedding } from "./server/accept/shed-watch.ts";
import { SubscriptionIndex } from "./server/accept/subscription-index.ts";
import { EventWriter, type PendingEvent } from "./server/accept/write-events.ts";
import { announceCompletions } from "./server/completions/announce-completions.ts";
import { claimContainer, releaseContainer } from "./server/container-registry.ts";
import { eventRules } from "./server/core.ts";
import { Freshness } from "./server/freshness.ts";
import { GeometryChecker } from "./server/geo/geometry-checker.ts";
import { KeyDirectory } from "./server/http/key-directory.ts";
import { UploadBudget } from "./server/http/upload-budget.ts";
import { WebObservation } from "./server/ops/web-observation.ts";
import { OutageLog } from "./server/outage-log.ts";
import { Readiness } from "./server/readiness.ts";
import { readinessChecks } from "./server/readiness-checks.ts";
import { type Repetition, repeat } from "./server/repeat.ts";
import type { Services } from "./server/services.ts";
import type { AcceptServices } from "./server/use-cases/events/accept-event.ts";

/** Batches in flight, and one session more for reading the answers of repeated keys. */
const HOT_SESSIONS = 4;
const CONTROL_SESSIONS = 4;
const HEARTBEAT_MS = 5_000;
/** A web process that has been silent for longer shares no quota any more. */
const SILENCE_MS = 4 * HEARTBEAT_MS;

export interface Container extends Services {
  /** Answers a scrape, in the text format of Prometheus. */
  metrics(): Promise<string>;
  /** Ends what runs beside requests and closes every session. Requests must have ended. */
  stop(): Promise<void>;
}

/**
 * Builds everything of the web process, once, and starts what runs beside requests. Needs no database yet: until there is one, and whenever it is
 * gone, the process serves what it can and goes on trying.
 * @throws Error when this process has a container already
 */
export function createContainer(env: WebEnv, log: Logger): Container {
  const outages = new OutageLog(log);
  const onError = (error: Error): void => outages.failed("database", error);
  const hotPool = openHotPool({ url: env.databaseUrl, applicationName: "hooklane-web-hot", max: HOT_SESSIONS, onError });
  const pool = openPool({ url: env.databaseUrl, applicationName: "hooklane-web", max: CONTROL_SESSIONS, onError });
  const db = createPrisma(pool);
  const clock = new DbClock(pool);
  const jobs = new JobSender(env.databaseUrl, (error) => outages.failed("job queue", error));
  const index = new SubscriptionIndex();
  const follower = new SubscriptionFollower(pool, index.apply);
  const freshness = new Freshness();
  const wakeUp = new WakeUp(pool, (error) => outages.failed("wake-up", error));
  const looks = new LaneLooks((ids) => void notifyOwners(pool, ids).catch((error: Error) => outages.failed("looks at lanes", error)));
  const eventTypes = new EventTypeIndex();
  const eventTypeFollower = new EventTypeFollower(pool, eventTypes.apply);
  const { shed } = env.policy;
  const processId = uuidV7(Date.now());
  const books = new LaneBooks((lanes, number) => addAccepted(hotPool, lanes, shed, { processId, number }));
  const geometries = new GeometryChecker();
  const observation = new WebObservation();
  const writer = new EventWriter({
    pool: hotPool,
    jobs,
    books: {
      add: (deliveries, bytes) => {
        observation.accepted(deliveries);
        books.add(deliveries, bytes);
      },
    },
    announce: (shards) => wakeUp.announce(shards),
    onFault: (error, fault, events) =>
      fault === "unavailable" ? outages.failed("database", error) : log.error({ err: error, events }, "events could not be stored"),
  });
  const batcher = new MicroBatcher<PendingEvent>((batch) => observation.batch(batch, writer.write(batch)));
  const keys = new KeyDirectory((hash) => findApiKey(pool, hash));
  // Both are needed to accept: an event type's rules missed would let in what they refuse
  const refreshIndex = async (): Promise<void> => {
    await Promise.all([follower.refresh(), eventTypeFollower.refresh()]);
    freshness.renewIndex();
  };
  const accept: AcceptServices = {
    index,
    eventTypes,
    geometries,
    batcher,
    now: clock.now,
    windowMs: env.policy.retry.window_ms,
    shed,
    recall: writer.recall,
    canAccept: () => freshness.canAccept,
  };
  const facts = new FactQueue({
    pool,
    rules: () => ({ nowMs: clock.now(), ...eventRules(env.policy) }),
    announce: (shards) => wakeUp.announce(shards),
    onLost: ({ subscriptionId, type }, error) => log.error({ err: error, subscription: subscriptionId, type }, "a tenant was not told"),
  });
  const ingest = new IngestGate(undefined, new QuotaNews(facts, clock.now).refused);
  const onTransition = (transition: ShedTransition): void => {
    log.warn({ subscription: transition.subscriptionId, to: transition.to }, "shedding changed");
    noteShedding(facts, transition);
  };
  const listener = new Listener({
    url: env.databaseUrl,
    channels: [SUBSCRIPTIONS_CHANNEL],
    onMessage: () => void refreshIndex().catch(onError),
    onConnected: () => {
      outages.recovered("listener");
      void refreshIndex().catch(onError);
    },
    onError: (error) => outages.failed("listener", error),
  });

  const beside = (what: string, everyMs: number, work: () => Promise<unknown>): Repetition =>
    repeat({
      everyMs,
      retryMs: Math.min(everyMs, 1_000),
      work,
      onFault: (error) => outages.failed(what, error),
      onSuccess: () => outages.recovered(what),
    });
  const repetitions = [
    beside("database", 10_000, async () => {
      await clock.measure();
      freshness.renewClock(clock.offsetMs);
    }),
    beside("subscription index", 1_000, refreshIndex),
    beside("lane books", 1_000, books.flush),
    beside("shedding", 1_000, () => watchShedding({ pool, now: clock.now, index, shed, onTransition })),
    beside("telling tenants", 1_000, facts.tell),
    beside("completions", 1_000, () => announceCompletions({ pool, accept, jobs, books, announce: (shards) => wakeUp.announce(shards) })),
    beside("web processes", HEARTBEAT_MS, async () => ingest.shareAmong(await beatWebProcess(pool, processId, SILENCE_MS))),
    beside("old fan-outs", 600_000, () => forgetFanOuts(pool)),
    beside("key use", 10_000, () => touchApiKeys(pool, keys.takeUsed())),
    beside("job queue", 60_000, jobs.start),
    beside("old sign-ins", 600_000, async () => {
      await forgetOldSignIns(pool);
      if (env.sendsMail) await forgetUnconfirmed(pool, clock.now());
    }),
  ];
  void listener.start();

  const container: Container = {
    log,
    outages,
    publicUrl: env.publicUrl,
    db,
    pool,
    now: clock.now,
    authSecret: env.authSecret,
    signInServices: env.signInServices,
    sendsMail: env.sendsMail,
    secretKeys: env.secretKeys,
    policy: env.policy,
    urlRules: { allowHttp: env.allowHttp, allow: env.allow, inbox: env.inbox },
    jobs,
    index,
    refreshIndex,
    announce: (shards) => wakeUp.announce(shards),
    askOwner: (subscriptionId) => looks.ask(subscriptionId),
    keys,
    refreshEventTypes: () => eventTypeFollower.refresh(),
    ingest,
    uploads: new UploadBudget(),
    accept,
    readiness: new Readiness(readinessChecks({ db, pool, now: clock.now, freshness, needsWorker: env.workers > 0 })),
    observation,
    metrics: observation.tell({ hot: hotPool, other: pool }, () => batcher.waiting),
    stop: async () => {
      observation.stop();
      await batcher.idle();
      await Promise.all(repetitions.map((repetition) => repetition.stop()));
      await geometries.stop();
      await facts.tell().catch((error: unknown) => outages.failed("telling tenants", error));
      await books.flush().catch((error: unknown) => outages.failed("lane books", error));
      await endWebProcess(pool, processId).catch((error: unknown) => outages.failed("web processes", error));
      await touchApiKeys(pool, keys.takeUsed()).catch((error: unknown) => outages.failed("key use", error));
      await Promise.allSettled([listener.stop(), jobs.stop(), db.$disconnect()]);
      await Promise.allSettled([hotPool.end(), pool.end()]);
      releaseContainer(container);
    },
  };
  claimContainer(container);
  return container;
}
