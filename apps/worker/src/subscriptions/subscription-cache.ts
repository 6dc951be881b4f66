import { createSecretKey, type KeyObject } from "node:crypto";
import { retryableStatusSchema, retryPolicySchema } from "@hooklane/contracts";
import { type OnEmptyBudget, type Plan, parseSecret, type RetryableStatus, type RetryPolicyOverride, resolvePlan } from "@hooklane/core";
import {
  type KeyRing,
  openHeaders,
  openUrl,
  type Sealed,
  type StoredSecret,
  type StoredSubscription,
  type SubscriptionFollower,
  secretContext,
  shardOf,
} from "@hooklane/db";
import { z } from "zod";

/** A subscription as the worker uses it. */
export interface Lane {
  id: string;
  tenantId: string;
  plan: Plan;
  /** As it is stored: `target` has the whole. */
  url: string;
  sealedQuery: Sealed | null;
  host: string;
  shard: number;
  earlierShards: readonly number[];
  state: StoredSubscription["state"];
  format: "envelope" | "raw";
  version: number;
  /** Undefined when what is stored are no headers: then nothing can be sent. Without their values when those are sealed. */
  customHeaders: Readonly<Record<string, string>> | undefined;
  sealedHeaders: Sealed | null;
  retryPolicy: RetryPolicyOverride;
  retryableStatuses: readonly RetryableStatus[];
  /** The customer's own limit in deliveries per second; null: none. */
  rateLimit: number | null;
  /** What becomes of a retry that the budget does not afford. */
  emptyBudget: OnEmptyBudget;
  secrets: StoredSubscription["secrets"];
}

/** Where and with which headers of its own a lane's deliveries go. */
export type Target = Pick<Lane, "url" | "format" | "customHeaders">;

/** All subscriptions, following changes. */
export class SubscriptionCache {
  readonly #lanes = new Map<string, Lane>();
  /** Lanes that may have rows in a shard that is not theirs any more. */
  readonly #moved = new Set<Lane>();
  readonly #byShard = new Map<number, Set<string>>();
  readonly #keys: KeyRing;
  readonly #opened = new WeakMap<StoredSecret, KeyObject>();
  readonly #targets = new WeakMap<Lane, Target>();
  readonly #onChanged: (lane: Lane, before: Lane) => void;

  /** @param onChanged hears of every lane that changed, and what it was before */
  constructor(keys: KeyRing, onChanged: (lane: Lane, before: Lane) => void = () => {}) {
    this.#keys = keys;
    this.#onChanged = onChanged;
  }

  /** Takes changed rows from a follower. Deleted ones stay known, so that what is left of them is recognised as theirs. */
  readonly apply = (changed: readonly StoredSubscription[]): void => {
    for (const row of changed) {
      const known = this.#lanes.get(row.id);
      if (known && known.version > row.version) continue;
      if (known) {
        this.#moved.delete(known);
        if (known.shard !== row.shard) this.#byShard.get(known.shard)?.delete(known.id);
      }
      const lane = toLane(row);
      this.#lanes.set(row.id, lane);
      const ofShard = this.#byShard.get(lane.shard);
      if (ofShard) ofShard.add(lane.id);
      else this.#byShard.set(lane.shard, new Set([lane.id]));
      if (lane.earlierShards.length > 0) this.#moved.add(lane);
      if (known) this.#onChanged(lane, known);
    }
  };

  /** The lanes of some shards, whatever their state. */
  inShards(shards: Iterable<number>): Lane[] {
    return [...shards].flatMap((shard) => [...(this.#byShard.get(shard) ?? [])].map((id) => this.#lanes.get(id) as Lane));
  }

  /** The lanes of one host, whatever their state. */
  onHost(host: string): Lane[] {
    return this.inShards([shardOf(host)]).filter((lane) => lane.host === host);
  }

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
   * The signing keys that are live at a moment, newest first. A secret is opened when it is first needed, and kept as a key object, which no heap dump
   * shows, for as long as its stored form is.
   * @returns undefined when there is none that any key at hand opens
   */
  signingKeys(lane: Lane, nowMs: number): KeyObject[] | undefined {
    const live = lane.secrets.flatMap((secret) => {
      if (secret.expiresMs !== null && secret.expiresMs <= nowMs) return [];
      return this.#opened.get(secret) ?? this.#open(secret, lane.id) ?? [];
    });
    return live.length > 0 ? live : undefined;
  }

  /**
   * What is sealed of where a lane's deliveries go, opened when it is first needed and kept for as long as the lane is as it is.
   * @returns undefined when no key at hand opens it
   */
  target(lane: Lane): Target | undefined {
    if (!lane.sealedQuery && !lane.sealedHeaders) return lane;
    return this.#targets.get(lane) ?? this.#openTarget(lane);
  }

  #openTarget(lane: Lane): Target | undefined {
    const url = openUrl(this.#keys, lane);
    const headers = openHeaders(this.#keys, lane);
    if (url === undefined || headers === undefined) return undefined;
    const target = { url, format: lane.format, customHeaders: headersOf(headers) };
    this.#targets.set(lane, target);
    return target;
  }

  #open(secret: StoredSecret, laneId: string): KeyObject | undefined {
    const text = this.#keys.open(secret, secretContext(laneId))?.toString("utf8");
    const parsed = text === undefined ? undefined : parseSecret(text);
    if (!parsed?.ok) return undefined;
    const key = createSecretKey(parsed.bytes);
    this.#opened.set(secret, key);
    return key;
  }
}

const planOverrideSchema = z.record(z.string(), z.number().nullable());

const headersSchema = z.record(z.string(), z.string());
const headersOf = (stored: unknown): Lane["customHeaders"] => headersSchema.safeParse(stored).data;

function toLane(row: StoredSubscription): Lane {
  // Judged when they were written; judged again here, so that a damaged row ends its own deliveries and stops nothing else
  const { on_empty_budget = "defer", ...retryPolicy } = retryPolicySchema.safeParse(row.retryPolicy).data ?? {};
  return {
    id: row.id,
    tenantId: row.tenantId,
    plan: resolvePlan(row.plan, planOverrideSchema.safeParse(row.planOverride).data),
    url: row.url,
    sealedQuery: row.sealedQuery,
    host: row.host,
    shard: row.shard,
    earlierShards: row.earlierShards,
    state: row.state,
    format: row.format,
    version: row.version,
    customHeaders: row.sealedHeaders ? {} : headersOf(row.customHeaders),
    sealedHeaders: row.sealedHeaders,
    retryPolicy,
    retryableStatuses: z.array(retryableStatusSchema).safeParse(row.retryableStatuses).data ?? [],
    rateLimit: row.rateLimit !== null && row.rateLimit > 0 ? row.rateLimit : null,
    emptyBudget: on_empty_budget,
    secrets: row.secrets,
  };
}
