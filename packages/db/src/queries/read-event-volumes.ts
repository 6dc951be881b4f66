import type pg from "pg";

export interface EventVolume {
  type: string;
  events: number;
  firstAt: Date;
  lastAt: Date;
}

const statement = {
  name: "read_event_volumes",
  text: `SELECT type, count(*)::integer AS events, min(accepted_at) AS "firstAt", max(accepted_at) AS "lastAt"
    FROM (SELECT type, accepted_at FROM events WHERE tenant_id = $1 ORDER BY id DESC LIMIT $2) latest
    GROUP BY type ORDER BY events DESC, type`,
};

/** How many of a tenant's latest events are of which type: what is read does not grow with how many there are. @param lookedAt of the latest */
export async function readEventVolumes(pool: pg.Pool, tenantId: string, lookedAt: number): Promise<EventVolume[]> {
  const { rows } = await pool.query<EventVolume>({ ...statement, values: [tenantId, lookedAt] });
  return rows;
}
