import type pg from "pg";

export interface DueCompletion {
  eventId: string;
  tenantId: string;
  type: string;
  acceptedAt: Date;
  /** Its deliveries are not all written yet. */
  isFanningOut: boolean;
}

/** Events whose completion is due for a look. Locked: another process looks at others. */
const due = `
SELECT c.event_id AS "eventId", c.tenant_id AS "tenantId", e.type, e.accepted_at AS "acceptedAt", e.fan_out <> 'done' AS "isFanningOut"
FROM event_completions c JOIN events e ON e.id = c.event_id WHERE c.check_at <= now() ORDER BY c.check_at LIMIT $1 FOR UPDATE OF c SKIP LOCKED`;

export async function lockDueCompletions(client: pg.ClientBase, limit: number): Promise<DueCompletion[]> {
  const { rows } = await client.query<DueCompletion>(due, [limit]);
  return rows;
}

/** The event was announced, in this transaction. */
export async function deleteCompletion(client: pg.ClientBase, eventId: string): Promise<void> {
  await client.query("DELETE FROM event_completions WHERE event_id = $1", [eventId]);
}

/** Looks again after a tenth of the event's age, within 1 s and 5 min: soon for one that is young, rarely for one that waits for a dead endpoint. */
export async function postponeCompletion(client: pg.ClientBase, eventId: string): Promise<void> {
  await client.query(
    `UPDATE event_completions c SET check_at = now() + least(greatest((now() - e.accepted_at) / 10, interval '1 second'), interval '5 minutes')
     FROM events e WHERE c.event_id = $1 AND e.id = c.event_id`,
    [eventId],
  );
}
