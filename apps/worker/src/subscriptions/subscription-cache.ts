import { retryableStatusSchema, retryPolicySchema } from "@hooklane/contracts";
import { parseSecret, type RetryableStatus, type RetryPolicyOverride } from "@hooklane/core";
import { type KeyRing, type StoredSubscription, type SubscriptionFollower, secretContext } from "@hooklane/db";
import { z } from "zod";

/** Ceiling of a lane's permits by plan. */
const laneCaps: Record<string, number> = { free: 20, team: 100, scale: 500 };

/** A subscription as the worker uses it. */
export interface Lane {
  id: string;
  tenantId: string;
  laneCap: number;
  url: string;
  host: string;
  shard: number;
  earlierShards: readonly number[];
  state: StoredSubscription["state"];
  format: "envelope" | "raw";
  version: number;
  /** Undefined when what is stored are no headers: then nothing can be sent. */
  customHeaders: Readonly<Record<string, string>> | undefined;
  retryPolicy: RetryPolicyOverride;
  retryableStatuses: readonly RetryableStatus[];
  secrets: StoredSubscription["secrets"];
}

/** All subscriptions, following changes. */
export class SubscriptionCache {
  readonly #lanes = new Map<string, Lane>();
  /** Lanes that may have rows in a shard that is not theirs any more. */
  readonly #moved = new Set<Lane>();
  readonly #keys: KeyRing;

  constructor(keys: KeyRing) {
    this.#keys = keys;
  }

  /** Takes changed rows from a follower. Deleted ones stay known, so that what is left of them is recognised as theirs. */
  readonly apply = (changed: readonly StoredSubscription[]): void => {
    for (const row of changed) {
      const known = this.#lanes.get(row.id);
      if (known && known.version > row.version) continue;
      if (known) this.#moved.delete(known);
      const lane = toLane(row);
      this.#lanes.set(row.id, lane);
      if (lane.earlierShards.length > 0) this.#moved.add(lane);
    }
  };

  get(id: string): Lane | undefined {
    return this.#lanes.get(id);
  }

  get size(): number {
    return this.#lanes.size;
  }

  /** The lane at this version or a newer one, reading again when the copy is older. */
  async atLeast(id: string, version: number, follower: SubscriptionFollower): Promise<Lane | undefined> {
    const lane = this.#lanes.get(id);
    if (lane && lane.version >= version) return lane;
    await follower.refresh();
    return this.#lanes.get(id);
  }

  /** Shards to look into for lanes of the owned shards: those, and the earlier ones of lanes that moved into them. */
  shardsToSearch(owned: ReadonlySet<number>): number[] {
    const shards = new Set(owned);
    for (const lane of this.#moved) if (owned.has(lane.shard)) for (const shard of lane.earlierShards) shards.add(shard);
    return [...shards];
  }

  /**
   * The signing secrets that are live at a moment, newest first; opened only when needed and kept nowhere else.
   * @returns undefined when there is none that any key at hand opens
   */
  liveSecrets(lane: Lane, nowMs: number): Uint8Array[] | undefined {
    const live = lane.secrets.flatMap((secret) => {
      if (secret.expiresMs !== null && secret.expiresMs <= nowMs) return [];
      const text = this.#keys.open(secret, secretContext(lane.id))?.toString("utf8");
      const parsed = text === undefined ? undefined : parseSecret(text);
      return parsed?.ok ? [parsed.bytes] : [];
    });
    return live.length > 0 ? live : undefined;
  }
}

const toLane = (row: StoredSubscription): Lane => ({
  id: row.id,
  tenantId: row.tenantId,
  laneCap: laneCaps[row.plan] ?? (laneCaps.free as number),
  url: row.url,
  host: row.host,
  shard: row.shard,
  earlierShards: row.earlierShards,
  state: row.state,
  format: row.format,
  version: row.version,
  // Judged when they were written; judged again here, so that a damaged row ends its own deliveries and stops nothing else
  customHeaders: z.record(z.string(), z.string()).safeParse(row.customHeaders).data,
  retryPolicy: retryPolicySchema.safeParse(row.retryPolicy).data ?? {},
  retryableStatuses: z.array(retryableStatusSchema).safeParse(row.retryableStatuses).data ?? [],
  secrets: row.secrets,
});
