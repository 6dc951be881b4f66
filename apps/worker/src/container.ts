import { randomInt } from "node:crypto";
import { type DeliveryClass, eventRules, leaseTimes, ReadyLanes, sfc32 } from "@hooklane/core";
import {
  type AcceptRules,
  CIRCUITS_CHANNEL,
  CircuitGossip,
  type ClaimedDelivery,
  type ClaimedEnd,
  DbClock,
  DUE_CHANNEL,
  deadLetterRetries,
  disableSubscription,
  endClaimed,
  FactQueue,
  JobSender,
  Listener,
  LOOKS_CHANNEL,
  openHotPool,
  openPool,
  parseHint,
  parseLooks,
  probeDatabase,
  releaseClaimed,
  reportOperatorAlerts,
  SUBSCRIPTIONS_CHANNEL,
  SubscriptionFollower,
  settleAttempts,
  shardOf,
  uuidV7,
  WakeUp,
} from "@hooklane/db";
import type { Logger } from "pino";
import { HEARTBEAT_MS, Membership } from "./cluster/membership.ts";
import { type DeliverDeps, deliver } from "./dispatch/deliver.ts";
import { Discovery } from "./dispatch/discovery.ts";
import { Loop } from "./dispatch/loop.ts";
import { PayloadCache } from "./dispatch/payload-cache.ts";
import { PayloadMemory } from "./dispatch/payload-memory.ts";
import { Recorder } from "./dispatch/recorder.ts";
import { createEgress } from "./egress/index.ts";
import type { WorkerEnv } from "./env.ts";
import { createMailServer } from "./mail/mail-server.ts";
import { FleetSampler } from "./ops/fleet-sampler.ts";
import { MeteredAdmission } from "./ops/metered-admission.ts";
import { Observation } from "./ops/observation.ts";
import { WorkerOps } from "./ops/worker-ops.ts";
import { ArrivalSampler } from "./policies/arrivals.ts";
import { AskedLanes } from "./policies/asked-lanes.ts";
import { CircuitChanges } from "./policies/circuit-changes.ts";
import { ConfigErrors } from "./policies/config-errors.ts";
import { HostLimits } from "./policies/host-limits.ts";
import { laneFacts } from "./policies/lane-facts.ts";
import { LaneMemory } from "./policies/lane-memory.ts";
import { LaneWatch } from "./policies/lane-watch.ts";
import { TenantNews } from "./policies/tenant-news.ts";
import { waitLimit } from "./policies/wait-limit.ts";
import { WaitLog } from "./policies/wait-log.ts";
import { AbandonedLanes } from "./subscriptions/abandoned-lanes.ts";
import { SubscriptionCache } from "./subscriptions/subscription-cache.ts";
import { version } from "./version.ts";

const HOT_SESSIONS = 6;
const OTHER_SESSIONS = 4;
const MAX_RESPONSE_BODY_BYTES = 16_384;
/** Before a delivery is claimed again that could not be prepared. */
const RELEASE_PAUSE_MS = 5_000;

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
  const subscriptions = new SubscriptionCache(env.keys, (lane, before) => {
    // Enabled again: it begins anew
    if (lane.state === "deleted" || (before.state === "disabled" && lane.state === "active")) memory.forget(lane.id);
    else if (before.state !== lane.state) memory.changed(lane.id);
    ready.reconsider(lane.id, [lane.shard, ...lane.earlierShards], clock.now());
    loop.kick();
  });
  const follower = new SubscriptionFollower(pool, subscriptions.apply);
  const random = sfc32(randomInt(2 ** 32));
  const observation = new Observation({ maxLanes: env.metricsLanes, monotonicNow });
  const ready = new ReadyLanes();
  const circuits = new CircuitChanges({
    gossip: new CircuitGossip(pool, env.workerId, onError),
    onLaneChanged: (change) => memory.circuitChanged(change),
    onHostChanged: (host) => {
      for (const lane of subscriptions.onHost(host)) memory.changed(lane.id);
    },
    onProbeEnded: (scope, id) => {
      const lanes = scope === "lane" ? [subscriptions.get(id)] : subscriptions.onHost(id);
      for (const lane of lanes) if (lane) ready.reconsider(lane.id, [lane.shard, ...lane.earlierShards], clock.now());
      loop.kick();
    },
    onChanged: (change) => {
      news.circuitChanged(change);
      watch.circuitChanged(change);
    },
    onRecovering: (laneId) => {
      const lane = subscriptions.get(laneId);
      if (!lane) return;
      ready.recovers(laneId, [lane.shard, ...lane.earlierShards], clock.now());
      loop.kick();
    },
    log,
  });
  const admission: MeteredAdmission = new MeteredAdmission(policy, { random, onTransition: circuits.changed }, observation);
  const hostLimits = new HostLimits(pool);
  const configErrors = new ConfigErrors(
    policy.config_error,
    (laneId, change) => {
      memory.changed(laneId);
      news.configErrorChanged(laneId, change);
      log.info({ subscription: laneId, cause: change.episode.cause, change: change.kind }, "configuration error");
    },
    (laneId, episode) => news.configErrorLasts(laneId, episode),
  );
  const acceptRules = (): AcceptRules => ({ nowMs: clock.now(), ...eventRules(policy) });
  const facts = new FactQueue({
    pool,
    rules: acceptRules,
    announce: (shards) => wakeUp.announce(shards),
    onLost: ({ subscriptionId, type }, error) => log.error({ err: error, subscription: subscriptionId, type }, "a tenant was not told"),
  });
  const news = new TenantNews(facts, clock.now);
  const watch = new LaneWatch({
    config: policy.alert,
    admission,
    subscriptions,
    hostLimits,
    due: observation.due,
    facts,
    owns: (shard) => membership.owned.has(shard),
    now: clock.now,
  });
  const waits = new WaitLog({
    pool,
    now: clock.now,
    limitOf: (laneId, reason) => {
      const lane = subscriptions.get(laneId);
      return lane
        ? waitLimit(reason, admission.explain(laneId, clock.now(), laneFacts(lane, hostLimits.capOf(lane.host))), lane.plan)
        : null;
    },
  });
  const memory: LaneMemory = new LaneMemory({
    pool,
    admission,
    subscriptions,
    configErrors,
    hostLimits,
    waits,
    workerId: env.workerId,
    now: clock.now,
    onForgotten: (laneId) => {
      news.forget(laneId);
      watch.forget(laneId);
    },
    onRestored: (scope, id, circuit) => watch.restored(scope, id, circuit),
  });
  const arrivals = new ArrivalSampler({
    pool,
    now: clock.now,
    onArrived: (laneId, n) => admission.arrived(laneId, n, clock.now()),
  });
  const egress = createEgress({
    allow: env.allow,
    allowHttp: env.allowHttp,
    inbox: env.inbox,
    connectTimeoutMs: policy.deadline.connect_ms,
    totalTimeoutMs: policy.deadline.total_ms,
    maxConnectionsPerHost: (host) => hostLimits.capOf(host) ?? policy.host.cap,
    maxBodyBytes: MAX_RESPONSE_BODY_BYTES,
  });
  const mailServer =
    env.smtpUrl === undefined
      ? undefined
      : createMailServer({ url: env.smtpUrl, from: env.mailFrom, messageIdDomain: new URL(env.publicUrl).hostname });
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
    onLiveWorkers: (n) => admission.setLiveWorkers(n),
    onGained: (shards) => memory.restore(subscriptions.inShards(shards)),
    onLosing: (shards) => memory.handOver(subscriptions.inShards(shards)),
    onLost: (shards) => {
      for (const lane of subscriptions.inShards(shards)) {
        waits.drop(lane.id);
        memory.forget(lane.id);
      }
    },
    onForeignLeases: (leases) => {
      const now = clock.now();
      for (const lease of leases) {
        const lane = subscriptions.get(lease.subscriptionId);
        if (!lane || loop.holds(lease.leaseToken)) continue;
        // Nothing sent under it is in flight later than this, though the lease itself runs on
        const overAtMs = lease.expiresMs - policy.lease_ms + leaseTimes(policy).overAfterMs;
        if (overAtMs <= now) continue;
        // Counted until the next heartbeat, which counts it again if it is still open
        admission.seed(
          {
            laneId: lane.id,
            tenantId: lane.tenantId,
            host: lane.host,
            class: "first",
            n: 1,
            expiresAt: Math.min(overAtMs, now + HEARTBEAT_MS),
          },
          now,
        );
      }
    },
  });
  const scheduled = (claim: ClaimedDelivery, cls: DeliveryClass, dueMs: number): void => {
    const lane = subscriptions.get(claim.subscriptionId);
    if (!lane) return;
    const { id: laneId, tenantId, host } = lane;
    ready.scheduled({ laneId, tenantId, host, shard: claim.shard, class: cls, firstDueAt: dueMs }, clock.now());
    loop.kick();
  };
  const loop: Loop = new Loop({
    pool: hotPool,
    admission,
    ready,
    subscriptions,
    hostLimits,
    owns: (shard) => membership.owned.has(shard),
    abandon: (lane) => abandoned.end(lane),
    onDecided: (_offers, grants, refusals) => {
      memory.decided(grants, refusals);
      watch.refused(refusals);
    },
    onEmptied: (work) => memory.emptied(work.laneId, work.class),
    onEnded: (end, nowMs) => configErrors.observe(end, nowMs),
    deadLetter: async (work, n) => {
      await deadLetterRetries(hotPool, clock.now(), { shard: work.shard, subscriptionId: work.laneId, n });
    },
    clock,
    policy,
    log,
    onClaimed: (results, durationMs) => observation.claimed(results, durationMs, clock.now()),
    deliver: (claimed) => deliver(claimed, deliverDeps),
  });
  const abandoned = new AbandonedLanes({ pool, now: clock.now, log });
  const payloads = new PayloadCache({
    pool: hotPool,
    now: clock.now,
    memory: new PayloadMemory(monotonicNow),
    onLoaded: (bodies) => observation.loaded(bodies),
  });
  const deliverDeps: DeliverDeps = {
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
    onRecorded: (claim, row) => observation.recorded(claim, row),
    onScheduled: scheduled,
    release: async ({ claim, leaseToken }, why) => {
      const now = clock.now();
      // What fails may fail again at once: it is not tried in a loop
      const notBeforeMs = why === "failed" ? now + RELEASE_PAUSE_MS : now;
      const isReleased = await releaseClaimed(hotPool, now, { deliveryId: claim.id, leaseToken, notBeforeMs });
      log.warn({ delivery: claim.id, why, isReleased }, "a delivery was given back unsent");
      if (isReleased) scheduled(claim, claim.class, Math.max(claim.dueMs, notBeforeMs));
    },
    end: async ({ claim, leaseToken }, reason) => {
      const end: ClaimedEnd = { deliveryId: claim.id, leaseToken, reason };
      await endClaimed(hotPool, clock.now(), [end]);
      log.warn({ delivery: claim.id, reason }, "a delivery ended without a request");
    },
    disable: async (lane, reason) => {
      const rules = acceptRules();
      if (await disableSubscription(pool, jobs, uuidV7(rules.nowMs), lane.id, lane, reason, rules))
        log.warn({ subscription: lane.id, reason }, "subscription disabled");
    },
  };
  const discovery = new Discovery({
    pool: hotPool,
    now: clock.now,
    shards: () => subscriptions.shardsToSearch(membership.owned),
    onFound: (found, durationMs) => {
      observation.searched(found, clock.now(), durationMs);
      for (const { subscriptionId, shard, class: cls, firstDueMs } of found) {
        // One that this copy does not know yet is found by the next poll
        const lane = subscriptions.get(subscriptionId);
        if (!lane) continue;
        arrivals.watch(lane.id);
        ready.discovered(
          { laneId: lane.id, tenantId: lane.tenantId, host: lane.host, shard, class: cls, firstDueAt: firstDueMs },
          clock.now(),
        );
      }
      loop.kick();
    },
    log,
  });
  const asked = new AskedLanes({
    isMine: (laneId) => {
      const lane = subscriptions.get(laneId);
      return lane !== undefined && membership.owned.has(lane.shard);
    },
    write: (laneIds) => memory.writeNow(laneIds),
    monotonicNow,
    onError,
  });
  const listener = new Listener({
    url: env.databaseUrl,
    channels: [DUE_CHANNEL, SUBSCRIPTIONS_CHANNEL, CIRCUITS_CHANNEL, LOOKS_CHANNEL],
    onMessage: (channel, payload) => {
      if (channel === DUE_CHANNEL) discovery.hint(parseHint(payload));
      else if (channel === SUBSCRIPTIONS_CHANNEL) follower.refresh().catch(onError);
      else if (channel === LOOKS_CHANNEL) asked.asked(parseLooks(payload));
      else
        for (const news of circuits.heard(payload)) {
          // Only what may be sent for here: other lanes are known to their owners
          const shard = news.scope === "host" ? shardOf(news.id) : subscriptions.get(news.id)?.shard;
          if (shard !== undefined && membership.owned.has(shard)) admission.adoptOpen(news, clock.now());
        }
    },
    onConnected: () => discovery.all(),
    onError,
  });
  const owned = () => membership.owned;
  const sampler = new FleetSampler({ observation, admission, pool, now: clock.now, monotonicNow, owned, log });
  const ops = new WorkerOps({
    observation,
    sampler,
    admission,
    subscriptions,
    membership,
    listener,
    ready,
    recorder,
    clock,
    pools: { hot: hotPool, other: pool },
    reportAlerts: (held) => reportOperatorAlerts(pool, env.workerId, held),
    probe: () => probeDatabase(env.databaseUrl),
    monotonicNow,
    livenessLagMs: env.livenessLagMs,
    log,
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
    arrivals,
    configErrors,
    hostLimits,
    memory,
    waits,
    watch,
    facts,
    payloads,
    ready,
    egress,
    mailServer,
    recorder,
    membership,
    loop,
    discovery,
    listener,
    ops,
  };
}
