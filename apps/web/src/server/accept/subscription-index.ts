import type { StoredSubscription } from "@hooklane/db";
import { type Filter, type OwedBy, passesFilter, patternsFor, readFilter } from "../core.ts";

/** What accepting an event needs to know of a subscription. */
export interface IndexedSubscription extends OwedBy {
  id: string;
  shard: number;
  tenantId: string;
  filter: Filter | undefined;
  /** The buckets it lies in, one per pattern. */
  buckets: readonly Bucket[];
}

/** The subscriptions of one tenant that ask for one pattern. */
interface Bucket {
  pattern: string;
  subscriptions: Set<IndexedSubscription>;
  ordered: Set<IndexedSubscription>;
}

/** The buckets of all tenants for one pattern. */
interface PatternIndex {
  buckets: Set<Bucket>;
  /** Those that hold an ordered subscription. */
  orderedBuckets: Set<Bucket>;
  /** Subscriptions in all of them. */
  count: number;
}

interface TenantIndex {
  buckets: Map<string, Bucket>;
  count: number;
}

/** Whose subscriptions an event goes to. */
export type Recipients = "all" | readonly string[];

/**
 * The subscriptions that ask for an event's type. Which of them take the event is known when their filters have seen its payload. Nothing is gathered
 * before it is asked for: an event for very many is only counted.
 */
export class Matches {
  readonly #found: readonly { buckets: Iterable<Bucket>; orderedBuckets: Iterable<Bucket> }[];
  /** How many ask for it, at most: one that asks twice counts twice. */
  readonly count: number;

  constructor(found: readonly { buckets: Iterable<Bucket>; orderedBuckets: Iterable<Bucket> }[], count: number) {
    this.#found = found;
    this.count = count;
  }

  /** Those that take the event, each once. @param payload its value, asked for when there is a filter */
  takers(payload: () => unknown): IndexedSubscription[] {
    return passing(
      this.#found.flatMap(({ buckets }) => Array.from(buckets, ({ subscriptions }) => subscriptions)),
      payload,
    );
  }

  /** The same, of ordered ones alone: they get their deliveries in accept, however many others there are. */
  orderedTakers(payload: () => unknown): IndexedSubscription[] {
    return passing(
      this.#found.flatMap(({ orderedBuckets }) => Array.from(orderedBuckets, ({ ordered }) => ordered)),
      payload,
    );
  }
}

function passing(sets: readonly ReadonlySet<IndexedSubscription>[], payload: () => unknown): IndexedSubscription[] {
  if (sets.length === 0) return [];
  // A subscription with two patterns that both match is owed the event once
  const all = sets.length === 1 ? (sets[0] as ReadonlySet<IndexedSubscription>) : union(sets);
  const takers: IndexedSubscription[] = [];
  for (const subscription of all) if (!subscription.filter || passesFilter(subscription.filter, payload())) takers.push(subscription);
  return takers;
}

/**
 * All subscriptions, by tenant and pattern, so that matching an event takes as many look-ups as its type has words, however many subscriptions
 * there are. The tenant comes first everywhere: no event can reach a subscription of a tenant it is not addressed to.
 */
export class SubscriptionIndex {
  readonly #tenants = new Map<string, TenantIndex>();
  readonly #patterns = new Map<string, PatternIndex>();
  readonly #byId = new Map<string, IndexedSubscription>();
  #shedding: ReadonlySet<string> = new Set();

  /** Takes changed rows from a follower; the same row may come twice. */
  readonly apply = (changed: readonly StoredSubscription[]): void => {
    for (const row of changed) {
      this.#remove(row.id);
      if (row.state !== "deleted") this.#add(row);
    }
  };

  /** Which subscriptions are shedding, from now on. */
  setShedding(ids: readonly string[]): void {
    const next = new Set(ids);
    for (const id of this.#shedding) if (!next.has(id)) this.#mark(id, false);
    for (const id of next) this.#mark(id, true);
    this.#shedding = next;
  }

  /** How many subscriptions of a tenant there are. */
  count(tenantId: string): number {
    return this.#tenants.get(tenantId)?.count ?? 0;
  }

  /** The subscriptions of the recipients that ask for this type. Same rule as core's `matchesEventType`. */
  match(recipients: Recipients, type: string): Matches {
    const patterns = patternsFor(type);
    if (recipients === "all") {
      const found = patterns.flatMap((pattern) => this.#patterns.get(pattern) ?? []);
      return new Matches(
        found,
        found.reduce((sum, { count }) => sum + count, 0),
      );
    }
    const buckets: Bucket[] = [];
    let count = 0;
    for (const tenantId of recipients) {
      const tenant = this.#tenants.get(tenantId);
      if (!tenant) continue;
      for (const pattern of patterns) {
        const bucket = tenant.buckets.get(pattern);
        if (!bucket) continue;
        count += bucket.subscriptions.size;
        buckets.push(bucket);
      }
    }
    return new Matches([{ buckets, orderedBuckets: buckets }], count);
  }

  #add(row: StoredSubscription): void {
    let tenant = this.#tenants.get(row.tenantId);
    if (!tenant) {
      tenant = { buckets: new Map(), count: 0 };
      this.#tenants.set(row.tenantId, tenant);
    }
    const { buckets } = tenant;
    const subscription: IndexedSubscription = {
      id: row.id,
      shard: row.shard,
      tenantId: row.tenantId,
      state: row.state,
      ordered: row.ordered,
      mode: row.mode,
      windowMs: windowOf(row.retryPolicy),
      filter: filterOf(row.filter),
      isShedding: this.#shedding.has(row.id),
      buckets: [...new Set(row.eventTypes)].map((pattern) => this.#bucketOf(buckets, pattern)),
    };
    for (const bucket of subscription.buckets) {
      const everyTenant = this.#patterns.get(bucket.pattern) as PatternIndex;
      everyTenant.count++;
      bucket.subscriptions.add(subscription);
      if (!subscription.ordered) continue;
      bucket.ordered.add(subscription);
      everyTenant.orderedBuckets.add(bucket);
    }
    tenant.count++;
    this.#byId.set(row.id, subscription);
  }

  #remove(id: string): void {
    const known = this.#byId.get(id);
    const tenant = known && this.#tenants.get(known.tenantId);
    if (!known || !tenant) return;
    for (const bucket of known.buckets) {
      bucket.subscriptions.delete(known);
      bucket.ordered.delete(known);
      const everyTenant = this.#patterns.get(bucket.pattern) as PatternIndex;
      everyTenant.count--;
      if (bucket.ordered.size === 0) everyTenant.orderedBuckets.delete(bucket);
      if (bucket.subscriptions.size > 0) continue;
      tenant.buckets.delete(bucket.pattern);
      everyTenant.buckets.delete(bucket);
      if (everyTenant.buckets.size === 0) this.#patterns.delete(bucket.pattern);
    }
    this.#byId.delete(id);
    tenant.count--;
    if (tenant.count === 0) this.#tenants.delete(known.tenantId);
  }

  #bucketOf(buckets: Map<string, Bucket>, pattern: string): Bucket {
    const known = buckets.get(pattern);
    if (known) return known;
    const bucket: Bucket = { pattern, subscriptions: new Set(), ordered: new Set() };
    buckets.set(pattern, bucket);
    const everyTenant = this.#patterns.get(pattern) ?? { buckets: new Set(), orderedBuckets: new Set(), count: 0 };
    this.#patterns.set(pattern, everyTenant);
    everyTenant.buckets.add(bucket);
    return bucket;
  }

  #mark(id: string, isShedding: boolean): void {
    const subscription = this.#byId.get(id);
    if (subscription) subscription.isShedding = isShedding;
  }
}

function union(sets: readonly ReadonlySet<IndexedSubscription>[]): Set<IndexedSubscription> {
  const all = new Set<IndexedSubscription>();
  for (const set of sets) for (const subscription of set) all.add(subscription);
  return all;
}

function windowOf(retryPolicy: Record<string, unknown>): number | undefined {
  return typeof retryPolicy.window_ms === "number" ? retryPolicy.window_ms : undefined;
}

/** Judged when it was written; one that a newer version wrote and this one cannot read holds nothing back. */
function filterOf(stored: Record<string, unknown> | null): Filter | undefined {
  if (!stored) return undefined;
  const read = readFilter(stored);
  return read.ok ? read.filter : undefined;
}
