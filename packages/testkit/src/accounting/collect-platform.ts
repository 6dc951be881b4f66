import type { PlatformDelivery, PlatformHealth } from "./books.ts";

export interface CollectPlatformOptions {
  /** `http://host:port` of the platform. */
  readonly baseUrl: string;
  /** `hk_…` with the scope `deliveries:read`. */
  readonly apiKey: string;
  readonly subscriptionIds: Iterable<string>;
  /** Only deliveries since this time, milliseconds since epoch. */
  readonly sinceMs?: number;
  /** Ask for each subscription's health as well. Default false. */
  readonly withHealth?: boolean;
  /** How long one page may take, milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
}

/** What the platform's own API says, ready for the books. */
export interface CollectedPlatform {
  readonly deliveries: PlatformDelivery[];
  /** Empty unless it was asked for. */
  readonly health: PlatformHealth[];
}

interface Page {
  readonly data: readonly PlatformDelivery[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
}

const pageLimit = 250;

/**
 * Reads every delivery of the subscriptions through the public API, page by page, one call at a time.
 *
 * @throws Error when a call is not answered 200, or a page promises more and names no new place to go on from.
 */
export async function collectPlatform(options: CollectPlatformOptions): Promise<CollectedPlatform> {
  const { subscriptionIds, sinceMs, withHealth = false } = options;
  const deliveries: PlatformDelivery[] = [];
  const health: PlatformHealth[] = [];
  for (const subscriptionId of subscriptionIds) {
    const path = `/v1/subscriptions/${encodeURIComponent(subscriptionId)}`;
    let cursor: string | null = null;
    for (;;) {
      const query = new URLSearchParams({ limit: String(pageLimit) });
      if (sinceMs !== undefined) query.set("since", new Date(sinceMs).toISOString());
      if (cursor !== null) query.set("cursor", cursor);
      const page: Page = await getJson(options, `${path}/deliveries?${query}`);
      for (const row of page.data) deliveries.push(essential(row));
      if (!page.has_more) break;
      if (!page.next_cursor || page.next_cursor === cursor) throw new Error(`${path}/deliveries has more, but no new cursor`);
      cursor = page.next_cursor;
    }
    if (withHealth) {
      const { backlog, dead_count } = await getJson<PlatformHealth>(options, `${path}/health`);
      health.push({ subscription_id: subscriptionId, backlog, dead_count });
    }
  }
  return { deliveries, health };
}

/** Leaves attempts and other bulk behind: a run can have hundreds of thousands of rows. */
function essential({ id, event_id, subscription_id, state, dead_reason, generation, replay_of }: PlatformDelivery): PlatformDelivery {
  return { id, event_id, subscription_id, state, dead_reason, generation: generation ?? 1, replay_of: replay_of ?? null };
}

async function getJson<T>({ baseUrl, apiKey, timeoutMs = 30_000 }: CollectPlatformOptions, path: string): Promise<T> {
  const response = await fetch(new URL(path, baseUrl), {
    headers: { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status !== 200) throw new Error(`GET ${path} answered ${response.status}: ${(await response.text()).slice(0, 500)}`);
  return (await response.json()) as T;
}
