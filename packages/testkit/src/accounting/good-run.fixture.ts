import { hash } from "node:crypto";
import type { ProducerRecord } from "../producer/producer-ledger.ts";
import type { ReceivedCopy } from "../receiver/receiver-ledger.ts";
import type { PlatformDelivery, Target } from "./books.ts";

/** The three ledgers of a run, open to tampering. */
export interface Run {
  producer: ProducerRecord[];
  receiver: ReceivedCopy[];
  deliveries: PlatformDelivery[];
  targets: Map<string, Target>;
}

/** Ledgers in which every promise was kept: `events` events for two endpoints, `sub_a` with envelopes and `sub_raw` with raw bodies. */
export function goodRun(events: number): Run {
  const targets = new Map<string, Target>([
    ["sub_a", { endpoint: "a" }],
    ["sub_raw", { endpoint: "raw", format: "raw" }],
  ]);
  const run: Run = { producer: [], receiver: [], deliveries: [], targets };
  for (let n = 0; n < events; n += 1) {
    run.producer.push(acceptedPost(n));
    for (const subscriptionId of targets.keys()) {
      run.receiver.push(copyOf(n, subscriptionId, targets));
      run.deliveries.push(deliveredRow(n, subscriptionId));
    }
  }
  return run;
}

/** The post of event `n`, with a 202. */
export function acceptedPost(n: number): ProducerRecord {
  return {
    clientId: `client_${n}`,
    idempotencyKey: `key_${n}`,
    type: "a.b",
    bodySha256: hash("sha256", `payload ${n}`),
    targets: ["sub_a", "sub_raw"],
    atMs: n * 10,
    outcome: { kind: "accepted", eventId: `evt_${n}`, deliveries: 2, shed: [], atMs: n * 10 + 1 },
    requests: 1,
    everUnknown: false,
  };
}

/** The one copy of event `n` that a subscription needs, answered 200. */
export function copyOf(n: number, subscriptionId: string, targets: ReadonlyMap<string, Target>): ReceivedCopy {
  const { endpoint = "", format = "envelope" } = targets.get(subscriptionId) ?? {};
  const payloadSha256 = hash("sha256", `payload ${n}`);
  const enveloped = format === "envelope";
  return {
    requestId: `request_${n}_${subscriptionId}`,
    endpoint,
    path: "/",
    webhookId: `evt_${n}`,
    idempotencyKey: hash("sha256", `evt_${n}|${subscriptionId}`),
    attempt: 1,
    timestampSeconds: 0,
    signature: "valid",
    bodySha256: enveloped ? hash("sha256", `envelope ${n}`) : payloadSha256,
    bodyBytes: 100,
    envelopeId: enveloped ? `evt_${n}` : null,
    dataSha256: enveloped ? payloadSha256 : null,
    arrivedAtMs: n * 10 + 6,
    statusSent: 200,
    sentAtMs: n * 10 + 7,
  };
}

/** The platform's row of event `n` for a subscription, delivered. */
export function deliveredRow(n: number, subscriptionId: string): PlatformDelivery {
  return {
    id: `dlv_${n}_${subscriptionId}`,
    event_id: `evt_${n}`,
    subscription_id: subscriptionId,
    state: "delivered",
    dead_reason: null,
    generation: 1,
    replay_of: null,
  };
}
