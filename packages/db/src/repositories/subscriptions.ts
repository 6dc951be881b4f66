import type { CreateSubscription, UpdateSubscription } from "@hooklane/contracts";
import type { KeyRing } from "../crypto/key-ring.ts";
import { Prisma, type Subscription } from "../generated/prisma/client.ts";
import { shardOf } from "../ids/shard.ts";
import { uuidV7 } from "../ids/uuid-v7.ts";
import type { Db } from "../prisma-client.ts";
import { sealHeaders, sealUrl } from "./credentials.ts";

/** A URL that passed the endpoint rules: its canonical text and its politeness key. */
export interface Destination {
  url: string;
  host: string;
}

/** What binds a sealed secret to its subscription; see KeyRing. */
export const secretContext = (subscriptionId: string): string => `subscription:${subscriptionId}`;

/** The subscriptions of one tenant: every call has the tenant's filter in it. */
export class TenantSubscriptions {
  readonly #db: Db;
  readonly #tenantId: string;

  constructor(db: Db, tenantId: string) {
    this.#db = db;
    this.#tenantId = tenantId;
  }

  count = (): Promise<number> => this.#db.subscription.count({ where: this.#own() });

  find = (id: string): Promise<Subscription | null> => this.#db.subscription.findFirst({ where: { ...this.#own(), id } });

  /** Those of the ids that are the tenant's. */
  findAll = (ids: readonly string[]): Promise<Subscription[]> =>
    this.#db.subscription.findMany({ where: { ...this.#own(), id: { in: [...ids] } } });

  /** Whether this is, or was, one of the tenant's. */
  has = async (id: string): Promise<boolean> => (await this.#db.subscription.count({ where: { id, tenantId: this.#tenantId } })) > 0;

  /** Newest first, below `beforeId`; one more than the limit, by which the caller knows whether there is more. */
  list = (limit: number, beforeId: string | undefined): Promise<Subscription[]> =>
    this.#db.subscription.findMany({
      where: { ...this.#own(), ...(beforeId && { id: { lt: beforeId } }) },
      orderBy: { id: "desc" },
      take: limit + 1,
    });

  /**
   * @param createdBy UUID of the member who registers it; null: it is a program
   * @param keys seal its credentials
   */
  async create(
    nowMs: number,
    createdBy: string | null,
    input: Omit<CreateSubscription, "url" | "secret">,
    destination: Destination,
    secret: string,
    keys: KeyRing,
  ): Promise<Subscription> {
    const id = uuidV7(nowMs);
    const { sealed, keyNumber } = keys.seal(Buffer.from(secret), secretContext(id));
    return this.#db.subscription.create({
      data: {
        ...columns(input),
        ...sealUrl(keys, id, destination.url),
        ...sealHeaders(keys, id, input.custom_headers),
        eventTypes: input.event_types,
        id,
        tenantId: this.#tenantId,
        createdBy,
        createdAt: new Date(nowMs), // by the database's clock
        ordered: input.ordered,
        host: destination.host,
        shard: shardOf(destination.host),
        secrets: { create: { id: uuidV7(nowMs), sealed: Uint8Array.from(sealed), keyNumber } },
      },
    });
  }

  /** A new host moves the lane to the host's shard; the old shard is remembered, as it may still hold open deliveries. */
  async update(
    current: Subscription,
    patch: Omit<UpdateSubscription, "url">,
    destination: Destination | undefined,
    keys: KeyRing,
  ): Promise<Subscription> {
    const moved = destination && destination.host !== current.host;
    const shard = moved ? shardOf(destination.host) : current.shard;
    const earlier = new Set([...current.earlierShards, current.shard]);
    earlier.delete(shard);
    return this.#db.subscription.update({
      where: { id: current.id, tenantId: this.#tenantId },
      data: {
        ...columns(patch),
        ...(patch.custom_headers && sealHeaders(keys, current.id, patch.custom_headers)),
        ...(destination && { ...sealUrl(keys, current.id, destination.url), host: destination.host }),
        ...(moved && { shard, routingVersion: current.routingVersion + 1, earlierShards: [...earlier] }),
      },
    });
  }

  /** Marks the subscription deleted: matching and claims leave it at once; a job ends its pending deliveries. */
  async delete(nowMs: number, id: string): Promise<void> {
    await this.#db.subscription.update({ where: { id, tenantId: this.#tenantId }, data: { state: "deleted", deletedAt: new Date(nowMs) } });
  }

  #own(): Prisma.SubscriptionWhereInput {
    return { tenantId: this.#tenantId, state: { not: "deleted" } };
  }
}

const columns = (input: Omit<UpdateSubscription, "url">) => ({
  ...(input.event_types && { eventTypes: input.event_types }),
  ...(input.description !== undefined && { description: input.description }),
  ...(input.metadata && { metadata: input.metadata }),
  ...(input.filter !== undefined && { filter: input.filter === null ? Prisma.DbNull : (input.filter as Prisma.InputJsonObject) }),
  ...(input.rate_limit !== undefined && { rateLimit: input.rate_limit }),
  ...(input.format && { format: input.format }),
  ...(input.mode && { mode: input.mode }),
  ...(input.retry_policy && { retryPolicy: input.retry_policy }),
  ...(input.retryable_statuses && { retryableStatuses: input.retryable_statuses }),
});
