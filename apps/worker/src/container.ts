import { randomInt } from "node:crypto";
import { Admission, sfc32 } from "@hooklane/core";
import {
  type ClaimedEnd,
  DbClock,
  DUE_CHANNEL,
  disableSubscription,
  endClaimed,
  JobSender,
  Listener,
  openHotPool,
  openPool,
  parseHint,
  type StoredEvent,
  SUBSCRIPTIONS_CHANNEL,
  SubscriptionFollower,
  settleAttempts,
  uuidV7,
  WakeUp,
} from "@hooklane/db";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { HEARTBEAT_MS, Membership } from "./cluster/membership.ts";
import { deliver } from "./dispatch/deliver.ts";
import { Discovery } from "./dispatch/discovery.ts";
import { Loop } from "./dispatch/loop.ts";
import { PayloadCache } from "./dispatch/payload-cache.ts";
import { ReadyLanes } from "./dispatch/ready-lanes.ts";
import { Recorder } from "./dispatch/recorder.ts";
import { createEgress } from "./egress/index.ts";
import type { WorkerEnv } from "./env.ts";
import { AbandonedLanes } from "./subscriptions/abandoned-lanes.ts";
import { SubscriptionCache } from "./subscriptions/subscription-cache.ts";
import { version } from "./version.ts";

const HOT_SESSIONS = 6;
const OTHER_SESSIONS = 4;
const PAYLOAD_CACHE_BYTES = 64 * 1_024 * 1_024;
const MAX_RESPONSE_BODY_BYTES = 16_384;

export type Container = ReturnType<typeof createContainer>;

/** Constructs everything the worker consists of, and starts nothing. */
export function createContainer(env: WorkerEnv, log: Logger) {
  const { policy } = env;
  const onError = (error: Error): void => log.warn({ err: error }, "database session");
  const hotPool = openHotPool({ url: env.databaseUrl, applicationName: "hooklane-worker", max: HOT_SESSIONS, onError });
  const pool = openPool({ url: env.databaseUrl, applicationName: "hooklane-worker", max: OTHER_SESSIONS, onError });
  const clock = new DbClock(pool);
  const monotonicNow = () => performance.now();
  const jobs = new JobSender(env.databaseUrl, onError);
  const wakeUp = new WakeUp(pool, onError);
  const subscriptions = new SubscriptionCache(env.keys);
  const follower = new SubscriptionFollower(pool, subscriptions.apply);
  const admission = new Admission(policy);
  const ready = new ReadyLanes();
  const egress = createEgress({
    allow: env.allow,
    allowHttp: env.allowHttp,
    connectTimeoutMs: policy.deadline.connect_ms,
    totalTimeoutMs: policy.deadline.total_ms,
    maxConnectionsPerHost: policy.host.cap,
    maxBodyBytes: MAX_RESPONSE_BODY_BYTES,
  });
  const recorder = new Recorder({
    write: (batch) => settleAttempts(hotPool, clock.now(), batch),
    onLost: (row) =>
      log.warn({ delivery: row.deliveryId, attempt: row.number }, "a result came after its lease; the delivery is made again"),
    keepMs: policy.lease_ms,
    monotonicNow,
    log,
  });
  const membership = new Membership({
    pool,
    workerId: env.workerId,
    monotonicNow,
    onForeignLeases: (leases) => {
      const now = clock.now();
      for (const lease of leases) {
        const lane = subscriptions.get(lease.subscriptionId);
        if (!lane || loop.holds(lease.leaseToken)) continue;
        // Counted until the next heartbeat, which counts it again if it is still open
        admission.seed(
          {
            laneId: lane.id,
            tenantId: lane.tenantId,
            host: lane.host,
            class: "first",
            n: 1,
            expiresAt: Math.min(lease.expiresMs, now + HEARTBEAT_MS),
          },
          now,
        );
      }
    },
  });
  const loop: Loop = new Loop({
    pool: hotPool,
    admission,
    ready,
    subscriptions,
    owns: (shard) => membership.owned.has(shard),
    abandon: (lane) => abandoned.end(lane),
    clock,
    policy,
    log,
    deliver: (claimed) =>
      deliver(claimed, {
        subscriptions,
        follower,
        payloads,
        egress,
        recorder,
        clock,
        policy,
        random,
        userAgent: `Hooklane/${version}`,
        onFinished: (permit, classification, durationMs) => loop.finished(permit, classification, durationMs),
        onUnused: (permit) => loop.unused(permit),
        onScheduled: (claim, cls, dueMs) => {
          ready.scheduled({ laneId: claim.subscriptionId, shard: claim.shard, class: cls, dueMs }, clock.now());
          loop.kick();
        },
        end: async ({ claim, leaseToken }, reason) => {
          const end: ClaimedEnd = { deliveryId: claim.id, leaseToken, reason };
          await endClaimed(hotPool, clock.now(), [end]);
          log.warn({ delivery: claim.id, reason }, "a delivery ended without a request");
        },
        disable: async (lane, reason) => {
          if (await disableSubscription(pool, jobs, uuidV7(clock.now()), lane.id, lane.url, reason))
            log.warn({ subscription: lane.id, reason }, "subscription disabled");
        },
      }),
  });
  const cache = new LRUCache<string, StoredEvent>({
    maxSize: PAYLOAD_CACHE_BYTES,
    sizeCalculation: (event) => (event.body?.length ?? 0) + 256,
  });
  const abandoned = new AbandonedLanes({ pool, now: clock.now, log });
  const payloads = new PayloadCache({ pool: hotPool, now: clock.now, cache });
  const random = sfc32(randomInt(2 ** 32));
  const discovery = new Discovery({
    pool: hotPool,
    now: clock.now,
    shards: () => subscriptions.shardsToSearch(membership.owned),
    onFound: (found) => {
      ready.discovered(found, clock.now());
      loop.kick();
    },
    log,
  });
  const listener = new Listener({
    url: env.databaseUrl,
    channels: [DUE_CHANNEL, SUBSCRIPTIONS_CHANNEL],
    onMessage: (channel, payload) => {
      if (channel === DUE_CHANNEL) discovery.hint(parseHint(payload));
      else follower.refresh().catch(onError);
    },
    onConnected: () => discovery.all(),
    onError,
  });
  return {
    env,
    log,
    hotPool,
    pool,
    clock,
    jobs,
    wakeUp,
    subscriptions,
    follower,
    admission,
    ready,
    egress,
    recorder,
    membership,
    loop,
    discovery,
    listener,
  };
}
