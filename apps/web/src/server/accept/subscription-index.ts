import type { StoredSubscription } from "@hooklane/db";
import type { OwedBy } from "../core.ts";

/** What accepting an event needs to know of a subscription. */
export interface IndexedSubscription extends OwedBy {
  id: string;
  shard: number;
  tenantId: string;
  /** The buckets it lies in, one per pattern. */
  buckets: readonly Bucket[];
}

/** The subscriptions of one tenant that ask for one pattern. */
interface Bucket {
  pattern: string;
  subscriptions: Set<IndexedSubscription>;
  ordered: number;
}

interface TenantIndex {
  buckets: Map<string, Bucket>;
  count: number;
}

export interface Matches {
  touchesOrdered: boolean;
  list: readonly IndexedSubscription[];
}

const NONE: Matches = { touchesOrdered: false, list: [] };

/**
 * All subscriptions, by tenant and pattern, so that matching an event takes as many look-ups as its type has words, however many subscriptions
 * there are. The tenant comes first everywhere: no event can reach another tenant's subscription.
 */
export class SubscriptionIndex {
  readonly #tenants = new Map<string, TenantIndex>();
  readonly #byId = new Map<string, IndexedSubscription>();

  /** Takes changed rows from a follower; the same row may come twice. */
  readonly apply = (changed: readonly StoredSubscription[]): void => {
    for (const row of changed) {
      this.#remove(row.id);
      if (row.state !== "deleted") this.#add(row);
    }
  };

  /** How many subscriptions of a tenant there are. */
  count(tenantId: string): number {
    return this.#tenants.get(tenantId)?.count ?? 0;
  }

  /** The subscriptions that an event of this type is owed to, in no particular order. Same rule as core's `matchesEventType`. */
  match(tenantId: string, type: string): Matches {
    const tenant = this.#tenants.get(tenantId);
    if (!tenant) return NONE;
    const buckets = bucketsOf(tenant, type);
    const [only] = buckets;
    if (!only) return NONE;
    const touchesOrdered = buckets.some((bucket) => bucket.ordered > 0);
    // A subscription with two patterns that both match is owed the event once
    const matched = buckets.length === 1 ? only.subscriptions : union(buckets);
    return { touchesOrdered, list: [...matched] };
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
      buckets: [...new Set(row.eventTypes)].map((pattern) => bucketOf(buckets, pattern)),
    };
    for (const bucket of subscription.buckets) {
      bucket.subscriptions.add(subscription);
      if (subscription.ordered) bucket.ordered++;
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
      if (known.ordered) bucket.ordered--;
      if (bucket.subscriptions.size === 0) tenant.buckets.delete(bucket.pattern);
    }
    this.#byId.delete(id);
    tenant.count--;
    if (tenant.count === 0) this.#tenants.delete(known.tenantId);
  }
}

/** The buckets whose pattern takes the type: the type itself, `*` (not for operational types), and every prefix of whole words. */
function bucketsOf(tenant: TenantIndex, type: string): Bucket[] {
  const found: Bucket[] = [];
  const look = (pattern: string): void => {
    const bucket = tenant.buckets.get(pattern);
    if (bucket) found.push(bucket);
  };
  look(type);
  if (!type.startsWith("hooklane.")) look("*");
  for (let dot = type.indexOf("."); dot !== -1; dot = type.indexOf(".", dot + 1)) look(`${type.slice(0, dot)}.*`);
  return found;
}

function bucketOf(buckets: Map<string, Bucket>, pattern: string): Bucket {
  const known = buckets.get(pattern);
  if (known) return known;
  const bucket: Bucket = { pattern, subscriptions: new Set(), ordered: 0 };
  buckets.set(pattern, bucket);
  return bucket;
}

function union(buckets: readonly Bucket[]): Set<IndexedSubscription> {
  const all = new Set<IndexedSubscription>();
  for (const { subscriptions } of buckets) for (const subscription of subscriptions) all.add(subscription);
  return all;
}

function windowOf(retryPolicy: Record<string, unknown>): number | undefined {
  return typeof retryPolicy.window_ms === "number" ? retryPolicy.window_ms : undefined;
}
