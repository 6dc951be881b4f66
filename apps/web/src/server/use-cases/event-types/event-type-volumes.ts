import type { EventTypeVolumes } from "@hooklane/contracts";
import { readEventVolumes } from "@hooklane/db";
import type { Services } from "../../services.ts";

const LOOKED_AT = 10_000;

/** Of which types a tenant's latest events are. */
export async function eventTypeVolumes({ pool }: Services, tenantId: string): Promise<EventTypeVolumes> {
  const rows = await readEventVolumes(pool, tenantId, LOOKED_AT);
  const firstMs = rows.map(({ firstAt }) => firstAt.getTime());
  return {
    looked_at: rows.reduce((sum, { events }) => sum + events, 0),
    since: firstMs.length > 0 ? new Date(Math.min(...firstMs)).toISOString() : null,
    types: rows.map(({ type, events, lastAt }) => ({ name: type, events, last_at: lastAt.toISOString() })),
  };
}
