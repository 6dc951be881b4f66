import { expireDeliveries, MAX_OFFSET_MS, reapLeases, sendNotices } from "@hooklane/db";
import { HEARTBEAT_MS } from "../cluster/membership.ts";
import type { Container } from "../container.ts";
import { startJobs } from "../jobs/register-jobs.ts";
import { every } from "../sweeps/every.ts";

const REAP_MS = 1_000;
const EXPIRE_MS = 5_000;
const FOLLOW_MS = 1_000;
const CLOCK_MS = 10_000;
const HOST_LIMITS_MS = 10_000;
const ARRIVALS_MS = 1_000;
/** How old what people are told of a waiting delivery may be. */
const NEWS_MS = 2_000;
/** How late tenants hear of what was found. */
const TELL_MS = 1_000;
/** How late people hear of an alert that opened or is over. */
const NOTICES_MS = 2_000;
/** Between two looks at trouble that lasts. */
const WATCH_MS = 5_000;
const STORE_MS = 60_000;
const JUDGE_MS = 30_000;
const SWEEP_BATCH = 500;
const FORGET_MS = 10_000;
const START_RETRY_MS = 1_000;

export interface RunningWorker {
  /** Stops claiming, lets what is in flight end, records it, gives the shards up. */
  drain: () => Promise<void>;
}

/** Starts a constructed worker. Waits for a database that is not there yet; resolves when it claims and delivers. */
export async function startWorker(container: Container): Promise<RunningWorker> {
  const { env, log, pool, hotPool, clock, jobs, wakeUp, follower, egress, recorder, membership, loop, discovery, listener } = container;
  const { arrivals, configErrors, facts, hostLimits, memory, payloads, waits, watch } = container;
  await untilItWorks(async () => {
    await clock.measure();
    if (Math.abs(clock.offsetMs) > MAX_OFFSET_MS)
      throw new Error(`this machine's clock differs by ${Math.round(clock.offsetMs)} ms from the database's`);
    await follower.refresh();
    await hostLimits.refresh();
    await membership.beat();
    await jobs.start();
  }, container);
  await listener.start();
  const running = await startJobs(env.databaseUrl, {
    keys: env.keys,
    pool,
    jobs,
    ownerUrl: env.ownerDatabaseUrl,
    now: clock.now,
    wakeUp,
    policy: env.policy,
    mailServer: container.mailServer,
    log,
  });
  const noticeRules = () => ({ nowMs: clock.now(), publicUrl: env.publicUrl });
  const sweeps = [
    every(HEARTBEAT_MS, "heartbeat", () => membership.beat(), log),
    every(FOLLOW_MS, "following subscriptions", () => follower.refresh(), log),
    every(HOST_LIMITS_MS, "following host limits", () => hostLimits.refresh(), log),
    every(ARRIVALS_MS, "counting arrivals", () => arrivals.sample(), log),
    every(NEWS_MS, "storing news of lanes", () => memory.writeNews(), log),
    every(NEWS_MS, "storing waits of lanes", () => waits.write(), log),
    every(STORE_MS, "confirming waits of lanes", () => waits.confirm(), log),
    every(TELL_MS, "telling tenants", facts.tell, log),
    every(NOTICES_MS, "telling of alerts", async () => void (await sendNotices(pool, jobs, noticeRules)), log),
    every(WATCH_MS, "watching lanes", async () => watch.look(), log),
    every(STORE_MS, "storing lanes", () => memory.writeTouched(), log),
    every(JUDGE_MS, "judging configuration errors", async () => configErrors.judgeAll(clock.now()), log),
    every(FORGET_MS, "forgetting payloads", async () => payloads.forgetOld(), log),
    every(CLOCK_MS, "measuring the database's clock", () => clock.measure(), log),
    every(REAP_MS, "reaping leases", async () => discovery.hint(await reapLeases(hotPool, clock.now(), SWEEP_BATCH)), log),
    every(
      EXPIRE_MS,
      "expiring deliveries",
      async () => {
        while ((await expireDeliveries(hotPool, clock.now(), SWEEP_BATCH)) === SWEEP_BATCH);
      },
      log,
    ),
  ];
  discovery.start();
  log.info({ worker: env.workerId }, "worker delivers");

  let draining: Promise<void> | undefined;
  const drain = async (): Promise<void> => {
    discovery.stop();
    await membership.drain().catch((error: unknown) => log.warn({ err: error }, "shards are given up when the heartbeat is over"));
    await Promise.all([loop.stop(), running.stop(), listener.stop()]);
    await recorder.flush();
    await Promise.all(sweeps.map((sweep) => sweep.stop()));
    await facts.tell().catch((error: unknown) => log.warn({ err: error }, "some news were not told"));
    await membership.leave().catch(() => {});
    await egress.close();
    await jobs.stop();
    await Promise.all([pool.end(), hotPool.end()]);
  };
  return { drain: () => (draining ??= drain()) };
}

/** The first contact: a database that is still starting, or away, is waited for without limit. */
async function untilItWorks(first: () => Promise<void>, { log }: Container): Promise<void> {
  for (;;) {
    try {
      return await first();
    } catch (error) {
      log.warn({ err: error }, "not ready yet; trying again");
      await new Promise((resolve) => setTimeout(resolve, START_RETRY_MS));
    }
  }
}
