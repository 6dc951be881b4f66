import type pg from "pg";

/** Records that an event's deliveries are still to be written, for subscriptions that exist now. In the transaction that writes the event. */
export async function insertFanOut(
  client: pg.ClientBase,
  fanOut: { eventId: string; tenantId: string; acceptedMs: number; total: number },
): Promise<void> {
  await client.query(`INSERT INTO fan_outs (event_id, tenant_id, cut_off, total) VALUES ($1, $2, to_timestamp($3::float8 / 1000), $4)`, [
    fanOut.eventId,
    fanOut.tenantId,
    fanOut.acceptedMs,
    fanOut.total,
  ]);
}
