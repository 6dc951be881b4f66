import { setTimeout as sleep } from "node:timers/promises";
import { type Books, balance, collectPlatform, type ProducerRecord, readReceiverLedger } from "@hooklane/testkit";
import { type ApiClient, apiClient } from "../runtime/api-client.ts";

export interface AccountsInput {
  baseUrl: string;
  apiKey: string;
  producer: ProducerRecord[];
  receiverLedger: string;
  /** Subscription ids by receiver name. */
  subscriptions: Record<string, string>;
}

/** The object that a demo with an end prints last. */
export interface DemoResult {
  accepted: number;
  deliveries: number;
  delivered: number;
  dead: number;
  waiting: number;
  lost: number;
  duplicates: number;
  /** From accept to the first 2xx at the healthy receivers, 99th percentile; null without deliveries. */
  healthy_p99_ms: number | null;
}

const DRAIN_POLL_MS = 250;
const isHealthy = (receiver: string) => /^healthy(_\d+)?$/.test(receiver);

/**
 * Waits until no delivery to a healthy receiver is pending or in flight. Sick receivers may keep theirs waiting.
 * @returns false when `timeoutMs` passed, or `until` was aborted, before that
 */
export async function drained({ baseUrl, apiKey, subscriptions }: AccountsInput, timeoutMs: number, until: AbortSignal): Promise<boolean> {
  const api = apiClient(baseUrl, apiKey);
  const deadline = performance.now() + timeoutMs;
  const healthy = Object.entries(subscriptions).filter(([name]) => isHealthy(name));
  while (performance.now() < deadline && !until.aborted) {
    const open = await Promise.all(healthy.map(([, id]) => hasOpen(api, id)));
    if (!open.includes(true)) return true;
    await sleep(DRAIN_POLL_MS);
  }
  return false;
}

async function hasOpen(api: ApiClient, subscriptionId: string): Promise<boolean> {
  const path = `/v1/subscriptions/${encodeURIComponent(subscriptionId)}/deliveries?state=pending,inflight&limit=1`;
  return (await api.call<{ data: unknown[] }>("GET", path, [200])).body.data.length > 0;
}

/** Balances the books of a run: what producers were told, what receivers saw, what the platform says. */
export async function closeAccounts(input: AccountsInput): Promise<{ result: DemoResult; books: Books }> {
  const { baseUrl, apiKey, producer, receiverLedger, subscriptions } = input;
  const ids = Object.values(subscriptions);
  const startedAtMs = producer[0]?.atMs ?? Date.now();
  // The platform first: a delivery that ends between the two readings is then delivered in both.
  const { deliveries } = await collectPlatform({ baseUrl, apiKey, subscriptionIds: ids, sinceMs: startedAtMs - 60_000 });
  const receiver = readReceiverLedger(receiverLedger);
  const targets = new Map(Object.entries(subscriptions).map(([endpoint, id]) => [id, { endpoint }]));
  const options = { mayWait: true, ignoreForeignEvents: true };
  const books = balance({ producer, receiver, platform: { deliveries, targets } }, options);

  const healthyIds = new Set(Object.entries(subscriptions).flatMap(([name, id]) => (isHealthy(name) ? [id] : [])));
  const healthy = balance(
    {
      producer: producer.map((record) => ({ ...record, targets: record.targets.filter((id) => healthyIds.has(id)) })),
      receiver: receiver.filter((copy) => isHealthy(copy.endpoint)),
      platform: { deliveries: deliveries.filter((row) => healthyIds.has(row.subscription_id)), targets },
    },
    options,
  );
  return { result: resultOf(books, healthy), books };
}

function resultOf(books: Books, healthy: Books): DemoResult {
  const { accepted, deliveries, delivered, dead, cancelled, waiting, lost, duplicates } = books;
  const p99 = healthy.delay?.p99Ms;
  return {
    accepted,
    deliveries,
    delivered,
    dead: dead + cancelled,
    waiting,
    lost,
    duplicates,
    healthy_p99_ms: p99 === undefined ? null : Math.round(p99 * 10) / 10,
  };
}
