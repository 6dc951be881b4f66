/**
 * Common table expressions that end the replays of ended deliveries and count them for their jobs. They read a CTE `ended(replay_id, state, reason)` with one
 * row per delivery that became final. Counts are written in key order: two settling transactions cannot deadlock here.
 */
export const bookReplays = `
  replayed AS (
    UPDATE replays p SET finished_at = now() FROM ended WHERE p.id = ended.replay_id
    RETURNING p.job_id, ended.state, ended.reason
  ), replay_books AS (
    INSERT INTO replay_counts AS c (job_id, delivered, dead, cancelled)
    SELECT job_id, count(*) FILTER (WHERE state = 'delivered'), count(*) FILTER (WHERE state = 'dead' AND reason <> 'replay_cancelled'),
      count(*) FILTER (WHERE state = 'dead' AND reason = 'replay_cancelled')
    FROM replayed WHERE job_id IS NOT NULL GROUP BY job_id ORDER BY job_id
    ON CONFLICT (job_id) DO UPDATE SET delivered = c.delivered + excluded.delivered, dead = c.dead + excluded.dead, cancelled = c.cancelled + excluded.cancelled
  )`;
