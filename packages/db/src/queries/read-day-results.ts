import type pg from "pg";

/** Attempts of the last 24 hours, to the hour, and to the minute where minutes are not folded yet. */
export interface DayResults {
  subscriptionId: string;
  succeeded: number;
  failed: number;
}

const statement = {
  name: "read_day_results",
  text: `
WITH folded AS MATERIALIZED (SELECT coalesce((SELECT folded_up_to FROM rollup_cursors WHERE name = 'minutes_to_hours'), '-infinity') AS at)
SELECT l.id AS "subscriptionId", sum(p.succeeded)::float8 AS succeeded, sum(p.failed)::float8 AS failed
FROM unnest($1::uuid[]) AS l(id)
CROSS JOIN LATERAL (
  SELECT m.succeeded, m.failed FROM rollup_hours m WHERE m.subscription_id = l.id AND m.bucket > now() - interval '24 hours'
  UNION ALL
  SELECT m.succeeded, m.failed FROM rollup_minutes m, folded WHERE m.subscription_id = l.id AND m.bucket >= greatest(folded.at, now() - interval '24 hours')
) p
GROUP BY l.id`,
};

/** @returns one per subscription that attempts were made for */
export async function readDayResults(pool: pg.Pool, subscriptionIds: readonly string[]): Promise<DayResults[]> {
  if (subscriptionIds.length === 0) return [];
  const { rows } = await pool.query<DayResults>({ ...statement, values: [subscriptionIds] });
  return rows;
}
