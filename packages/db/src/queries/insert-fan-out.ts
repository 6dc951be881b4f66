import type pg from "pg";

/** Records whom an event is still owed to: what matched when it was accepted. In the transaction that writes the event. */
export async function insertFanOut(
  client: pg.ClientBase,
  fanOut: { eventId: string; tenantId: string; subscriptionIds: readonly string[] },
): Promise<void> {
  await client.query("INSERT INTO fan_outs (event_id, tenant_id, subscription_ids) VALUES ($1, $2, $3::uuid[])", [
    fanOut.eventId,
    fanOut.tenantId,
    fanOut.subscriptionIds,
  ]);
}
