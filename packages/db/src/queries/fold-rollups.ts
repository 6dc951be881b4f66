import type pg from "pg";

interface Fold {
  name: string;
  from: string;
  to: string;
  unit: "hour" | "day";
}

const folds: readonly Fold[] = [
  { name: "minutes_to_hours", from: "rollup_minutes", to: "rollup_hours", unit: "hour" },
  { name: "hours_to_days", from: "rollup_hours", to: "rollup_days", unit: "day" },
];

/** How long folded roll-ups are kept, in hours; days are kept for ever. */
export const rollupKeepHours = { rollup_minutes: 48, rollup_hours: 24 * 90 } as const;

/**
 * Folds one step of the roll-ups: everything between the cursor and the last whole unit (two minutes old, as late batches still book on the past minute).
 * The cursor moves in the same statement, so a fold that runs twice adds nothing.
 */
const text = ({ name, from, to, unit }: Fold): string => `
WITH span AS MATERIALIZED (
  SELECT c.folded_up_to AS lower, date_trunc('${unit}', now() - interval '2 minutes', 'UTC') AS upper
  FROM rollup_cursors c WHERE c.name = '${name}' FOR UPDATE
), folded AS (
  INSERT INTO ${to} AS t (subscription_id, bucket, succeeded, failed, delivered, dead, attempt_latency, total_latency, accepted, backlog, oldest_due_s)
  SELECT f.subscription_id, date_trunc('${unit}', f.bucket, 'UTC'), sum(f.succeeded), sum(f.failed), sum(f.delivered), sum(f.dead),
    sum_buckets(f.attempt_latency), sum_buckets(f.total_latency), sum(f.accepted), max(f.backlog), max(f.oldest_due_s)
  FROM ${from} f, span WHERE f.bucket >= span.lower AND f.bucket < span.upper
  GROUP BY 1, 2
  ON CONFLICT (subscription_id, bucket) DO UPDATE SET succeeded = t.succeeded + excluded.succeeded, failed = t.failed + excluded.failed,
    delivered = t.delivered + excluded.delivered, dead = t.dead + excluded.dead,
    attempt_latency = add_buckets(t.attempt_latency, excluded.attempt_latency), total_latency = add_buckets(t.total_latency, excluded.total_latency),
    accepted = t.accepted + excluded.accepted, backlog = greatest(t.backlog, excluded.backlog), oldest_due_s = greatest(t.oldest_due_s, excluded.oldest_due_s)
)
UPDATE rollup_cursors c SET folded_up_to = greatest(span.upper, span.lower) FROM span WHERE c.name = '${name}'`;

/** Folds minutes into hours and hours into days, then deletes what is past its keeping and folded. */
export async function foldRollups(pool: pg.Pool): Promise<void> {
  for (const fold of folds) {
    await pool.query(`INSERT INTO rollup_cursors (name, folded_up_to) VALUES ($1, '-infinity') ON CONFLICT DO NOTHING`, [fold.name]);
    await pool.query(text(fold));
    const hours = rollupKeepHours[fold.from as keyof typeof rollupKeepHours];
    await pool.query(
      `DELETE FROM ${fold.from} f USING rollup_cursors c WHERE c.name = $1 AND f.bucket < c.folded_up_to AND f.bucket < now() - $2 * interval '1 hour'`,
      [fold.name, hours],
    );
  }
}
