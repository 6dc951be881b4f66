import type pg from "pg";

/** A fan-out that is done is kept as long as its event may be looked at; a version as long as a fan-out may ask for it, and an hour more. */
export async function forgetFanOuts(pool: pg.Pool): Promise<void> {
  await pool.query(
    `DELETE FROM subscription_versions
     WHERE replaced_at < least(now(), (SELECT min(created_at) FROM fan_outs WHERE state = 'running')) - interval '1 hour'`,
  );
  await pool.query("DELETE FROM fan_outs WHERE state = 'done' AND finished_at < now() - interval '35 days'");
  // Of events that were dropped with their day
  await pool.query(
    "DELETE FROM event_completions c WHERE check_at < now() - interval '1 hour' AND NOT EXISTS (SELECT FROM events e WHERE e.id = c.event_id)",
  );
}
