/** What a tenant may use. Names as staff edit them. Every number is above 0. */
export interface Plan {
  /** Requests in flight of one lane: the ceiling of what its measured size may reach. */
  readonly lane_cap: number;
  /** Requests in flight over all lanes of the tenant. */
  readonly tenant_in_flight: number;
  /** Deliveries sent per second over all lanes of the tenant; also the ceiling of one lane's rate. */
  readonly deliveries_per_s: number;
  /** Events accepted per second. */
  readonly ingest_per_s: number;
  /** Subscriptions that may exist at once. */
  readonly subscriptions: number;
  /** Pending deliveries of one subscription above which it may be shed; absent: the configured threshold. */
  readonly shed_deliveries?: number;
  /** The same in bytes of payload. */
  readonly shed_bytes?: number;
}

export const planNames = ["free", "team", "scale"] as const;
export type PlanName = (typeof planNames)[number];

/** The plans as they are until staff change them for a tenant. */
export const plans: { readonly [name in PlanName]: Plan } = {
  free: { lane_cap: 20, tenant_in_flight: 50, deliveries_per_s: 50, ingest_per_s: 100, subscriptions: 100 },
  team: { lane_cap: 100, tenant_in_flight: 500, deliveries_per_s: 500, ingest_per_s: 1_000, subscriptions: 10_000 },
  scale: { lane_cap: 500, tenant_in_flight: 5_000, deliveries_per_s: 10_000, ingest_per_s: 20_000, subscriptions: 1_000_000 },
};

/** What staff changed for one tenant; absent and null: as in the plan. */
export type PlanOverride = { readonly [key in keyof Plan]?: Plan[key] | null | undefined };

/**
 * The limits of one tenant: its plan with what staff changed laid over it. A name this version does not know gives the
 * smallest plan, and a number that is not above 0 is left out: a typing error must not lift a limit.
 */
export function resolvePlan(name: string, override?: PlanOverride | null): Plan {
  const plan = isPlanName(name) ? plans[name] : plans.free;
  const changes = Object.entries(override ?? {}).filter(([, value]) => typeof value === "number" && value > 0 && Number.isFinite(value));
  return { ...plan, ...Object.fromEntries(changes) };
}

function isPlanName(name: string): name is PlanName {
  return (planNames as readonly string[]).includes(name);
}
