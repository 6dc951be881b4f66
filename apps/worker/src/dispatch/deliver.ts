import type { KeyObject } from "node:crypto";
import {
  type Classification,
  classify,
  type DeadReason,
  type DeliveryClass,
  type Permit,
  type PolicyConfig,
  type Random,
} from "@hooklane/core";
import type { ClaimedDelivery, DbClock, Settlement, StoredEvent, SubscriptionFollower } from "@hooklane/db";
import type { Egress } from "../egress/index.ts";
import type { Lane, SubscriptionCache, Target } from "../subscriptions/subscription-cache.ts";
import { buildRequest } from "./build-request.ts";
import type { PayloadCache } from "./payload-cache.ts";
import type { Recorder } from "./recorder.ts";
import { settleAttempt } from "./settle-attempt.ts";
import { isSignatureTest, signatureTest } from "./signature-test.ts";

export interface Claimed {
  claim: ClaimedDelivery;
  leaseToken: string;
  /** Under this lease nothing is sent after this (ms by the database's clock). */
  sendByMs: number;
  permit: Permit;
}

export interface DeliverDeps {
  subscriptions: SubscriptionCache;
  follower: SubscriptionFollower;
  payloads: PayloadCache;
  egress: Egress;
  recorder: Recorder;
  clock: DbClock;
  policy: PolicyConfig;
  random: Random;
  userAgent: string;
  /** The request has ended: its permit is free. */
  onFinished: (permit: Permit, classification: Classification, durationMs: number) => void;
  /** The permit was not used. */
  onUnused: (permit: Permit) => void;
  /** The attempt is written, or given up because its lease is over. */
  onRecorded: (claim: ClaimedDelivery, row: Settlement) => void;
  /** The delivery waits for another attempt, in the ledger too. */
  onScheduled: (claim: ClaimedDelivery, cls: DeliveryClass, dueMs: number) => void;
  /** Gives a delivery back of which nothing was sent. */
  release: (claimed: Claimed, why: "late" | "failed") => Promise<void>;
  /** Ends a delivery for which nothing can or may be sent. */
  end: (claimed: Claimed, reason: DeadReason) => Promise<void>;
  disable: (lane: Lane, reason: string) => Promise<void>;
}

/** What one claimed delivery needs to be sent, or why it cannot be. */
type Prepared =
  | { ok: true; lane: Lane; target: Target; event: StoredEvent & { body: Buffer }; secrets: readonly KeyObject[] }
  | { ok: false; reason: DeadReason };

/** Prepare, sign, post, classify, settle, record: the path of one claimed delivery. Rejects only when the database cannot be read. */
export async function deliver(claimed: Claimed, deps: DeliverDeps): Promise<void> {
  const { claim, leaseToken, permit } = claimed;
  const { clock, policy } = deps;
  let used = false;
  try {
    const prepared = await prepare(claim, deps).catch(async (error: unknown) => {
      await deps.release(claimed, "failed");
      throw error;
    });
    if (!prepared.ok) return await deps.end(claimed, prepared.reason);
    const { lane, target, event, secrets } = prepared;
    const startedMs = clock.now();
    if (startedMs > claimed.sendByMs) return await deps.release(claimed, "late");
    const isWrong = isSignatureTest(claim, event);
    const request = buildRequest(claim, event, target, isWrong ? signatureTest.secrets() : secrets, startedMs, deps.userAgent);
    const exchange = await deps.egress.post({ ...request, tenantId: lane.tenantId, freshConnection: claim.mode === "at_most_once" });
    const endedMs = clock.now();
    const classification = classify(exchange.result, endedMs);
    const finish = (): void => {
      used = true;
      deps.onFinished(permit, isWrong ? signatureTest.learnt(classification) : classification, exchange.timings.totalMs);
    };
    // The permit is free when the request has ended; that of an ordered lane only when the ledger knows, which names the next head
    if (claim.class !== "ordered") finish();
    const settled = settleAttempt({ claim, leaseToken, lane, request, exchange, classification, startedMs, endedMs }, policy, deps.random);
    const { decision, row } = isWrong ? signatureTest.ended(settled, classification) : settled;
    await deps.recorder.record(row);
    deps.onRecorded(claim, row);
    if (claim.class === "ordered") finish();
    if (decision.state === "pending") deps.onScheduled(claim, decision.class, decision.nextAttemptAt);
    if (decision.state === "dead" && decision.subscriptionEffect) await deps.disable(lane, decision.subscriptionEffect.disable);
  } finally {
    if (!used) deps.onUnused(permit);
  }
}

async function prepare(claim: ClaimedDelivery, { subscriptions, follower, payloads, clock }: DeliverDeps): Promise<Prepared> {
  if (claim.deadlineMs <= clock.now()) return { ok: false, reason: "expired" };
  const lane = await subscriptions.atLeast(claim.subscriptionId, claim.subscriptionVersion, follower);
  if (!lane || lane.state === "deleted") return { ok: false, reason: "subscription_deleted" };
  const target = subscriptions.target(lane);
  if (!target) return { ok: false, reason: "undecryptable_secret" };
  if (!target.customHeaders) return { ok: false, reason: "unsendable_request" };
  const event = claim.event ?? (await payloads.get(claim.eventId));
  if (!event?.body) return { ok: false, reason: "missing_event" };
  const secrets = subscriptions.signingKeys(lane, clock.now());
  if (!secrets) return { ok: false, reason: "undecryptable_secret" };
  return { ok: true, lane, target, event: event as StoredEvent & { body: Buffer }, secrets };
}
