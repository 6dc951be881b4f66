import type pg from "pg";

/** How many attempts one bucket may make within a window that moves with time. */
export interface AttemptLimit {
  max: number;
  windowMs: number;
}

/**
 * Counts one attempt, if the window has room for it. The row's lock makes those who come at the same time count one after another; a refused attempt
 * leaves no trace, so the window empties by itself.
 */
const take = {
  name: "take_attempt",
  text: `
INSERT INTO attempt_limits AS l (bucket, hits, granted, expires_at)
VALUES ($1, ARRAY[clock_timestamp()], true, clock_timestamp() + $3::float8 * interval '1 ms')
ON CONFLICT (bucket) DO UPDATE SET (hits, granted, expires_at) = (
  SELECT CASE WHEN recent.n < $2 THEN recent.hits || clock_timestamp() ELSE recent.hits END, recent.n < $2, clock_timestamp() + $3::float8 * interval '1 ms'
  FROM (
    SELECT coalesce(array_agg(h ORDER BY h), '{}') AS hits, count(*) AS n FROM unnest(l.hits) AS h WHERE h > clock_timestamp() - $3::float8 * interval '1 ms'
  ) recent
)
RETURNING granted, ceil(extract(epoch FROM hits[1] - clock_timestamp()) + $3::float8 / 1000)::integer AS "retryAfterSeconds"`,
};

/**
 * @param bucket names what is limited; the caller hashes it, so that the table holds no addresses
 * @returns undefined when the attempt may be made, else the seconds until the next one may
 */
export async function takeAttempt(pool: pg.Pool, bucket: Uint8Array, { max, windowMs }: AttemptLimit): Promise<number | undefined> {
  const { rows } = await pool.query<{ granted: boolean; retryAfterSeconds: number }>({ ...take, values: [bucket, max, windowMs] });
  const [row] = rows;
  return row?.granted ? undefined : Math.max(row?.retryAfterSeconds ?? 1, 1);
}

/** Takes the newest attempts of some buckets back: they turned out to be none. */
export async function giveAttemptsBack(pool: pg.Pool, buckets: readonly Uint8Array[]): Promise<void> {
  await pool.query({
    name: "give_attempts_back",
    text: "UPDATE attempt_limits SET hits = trim_array(hits, 1) WHERE bucket = ANY($1::bytea[]) AND cardinality(hits) > 0",
    values: [buckets],
  });
}

/**
 * Removes what no sign-in needs any more: counts whose window has passed, links that have run out, sessions that ended a while ago, and accounts whose
 * address nobody confirmed within a week, with the workspaces that only they were in. Not those in whose workspaces something was made: without a mail server
 * people work unconfirmed, and else see forgetUnconfirmed.
 */
export async function forgetOldSignIns(pool: pg.Pool): Promise<void> {
  await pool.query("DELETE FROM attempt_limits WHERE expires_at < now()");
  await pool.query("DELETE FROM account_tokens WHERE expires_at < now()");
  await pool.query("DELETE FROM sessions WHERE expires_at < now() - interval '30 days'");
  await pool.query(`
    WITH old AS (
      SELECT id FROM users WHERE email_verified_at IS NULL AND created_at < now() - interval '7 days'
        AND NOT EXISTS (SELECT FROM sessions s WHERE s.user_id = users.id AND s.revoked_at IS NULL AND s.expires_at > now())
        AND NOT EXISTS (
          SELECT FROM memberships m WHERE m.user_id = users.id AND (
            EXISTS (SELECT FROM subscriptions s WHERE s.tenant_id = m.tenant_id) OR EXISTS (SELECT FROM api_keys k WHERE k.tenant_id = m.tenant_id)
          )
        ) LIMIT 500
    ), left_alone AS (
      DELETE FROM tenants t USING memberships m WHERE m.tenant_id = t.id AND m.user_id IN (SELECT id FROM old)
        AND NOT EXISTS (SELECT FROM memberships o WHERE o.tenant_id = t.id AND o.user_id <> m.user_id)
    )
    DELETE FROM users WHERE id IN (SELECT id FROM old)`);
}
