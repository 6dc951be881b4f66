import { publicId } from "@hooklane/contracts";
import { type Books, balance, type CollectedPlatform, collectPlatform } from "@hooklane/testkit";
import { drain } from "./database.ts";
import { plantFaults } from "./plant.ts";
import type { Lane, Tenant } from "./tenant.ts";
import type { World } from "./world.ts";

export interface SettleOptions {
  /** How long the queue may take to drain after the faults ended, milliseconds. */
  readonly timeoutMs: number;
  /** Lanes that never get well: their deliveries may wait. */
  readonly sick?: readonly Lane[];
  /** Whose lanes are in the books. Default: all. */
  readonly tenants?: readonly Tenant[];
  /** Milliseconds since epoch; gives the time of recovery. */
  readonly faultsEndedAtMs?: number;
  /** Read the ledger itself instead of the API: for more subscriptions than are to be asked one by one. Default false. */
  readonly fromDatabase?: boolean;
  /** Receivers may have got events that no producer's ledger holds. Default false. */
  readonly ignoreForeignEvents?: boolean;
}

/**
 * Waits until the queue has drained and balances the books: producers' ledgers, receivers' ledger, and what the product's own API says.
 * What has not drained in time is in the books as unfinished.
 */
export async function settle(world: World, options: SettleOptions): Promise<Books> {
  await plantIfAsked(world, options);
  const { timeoutMs, sick = [], tenants = world.tenants, faultsEndedAtMs, ignoreForeignEvents = false } = options;
  await drain(world.db, { timeoutMs, except: sick.map(({ uuid }) => uuid) });
  const withHealth = sick.length === 0 && !options.fromDatabase;
  const platform = options.fromDatabase ? await readLedger(world) : await askApi(world, tenants, withHealth);
  // The platform first: a copy that comes meanwhile is in the receivers' ledger at least
  return balance(
    {
      producer: tenants.flatMap(({ producers }) => producers.flatMap((producer) => producer.records())),
      receiver: world.copies(),
      platform: { deliveries: platform.deliveries, targets: world.targets, ...(withHealth && { health: platform.health }) },
    },
    { mayWait: sick.length > 0, ignoreForeignEvents, ...(faultsEndedAtMs !== undefined && { faultsEndedAtMs }) },
  );
}

async function askApi({ product }: World, tenants: readonly Tenant[], withHealth: boolean): Promise<CollectedPlatform> {
  const platform: CollectedPlatform = { deliveries: [], health: [] };
  for (const { apiKey, lanes } of tenants) {
    const subscriptionIds = lanes.map(({ id }) => id);
    const { deliveries, health } = await collectPlatform({ baseUrl: product.baseUrl, apiKey, subscriptionIds, withHealth });
    for (const delivery of deliveries) platform.deliveries.push(delivery);
    platform.health.push(...health);
  }
  return platform;
}

async function readLedger({ db }: World): Promise<CollectedPlatform> {
  const { rows } = await db.query<Record<"id" | "eventId" | "subscriptionId" | "state", string> & { reason: string | null }>(
    `SELECT id, event_id AS "eventId", subscription_id AS "subscriptionId", state, reason FROM deliveries`,
  );
  const deliveries = rows.map(({ id, eventId, subscriptionId, state, reason }) => ({
    id: publicId("delivery", id),
    event_id: publicId("event", eventId),
    subscription_id: publicId("subscription", subscriptionId),
    state,
    dead_reason: reason,
    generation: 1,
    replay_of: null,
  }));
  return { deliveries, health: [] };
}

async function plantIfAsked(world: World, { sick = [], tenants = world.tenants }: SettleOptions): Promise<void> {
  const [tenant] = tenants;
  const lane = tenant?.lanes.find((candidate) => !sick.includes(candidate));
  if (world.planted && tenant && lane) await plantFaults(world, tenant, lane);
}
