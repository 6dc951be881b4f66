import { parsePublicId } from "@hooklane/contracts";
import type { Lane, Tenant } from "./tenant.ts";
import type { World } from "./world.ts";

/** JSON whose last digit is changed behind the product's back. */
const payload = '{"planted":1}';
const digitAt = payload.indexOf("1");

/**
 * Does what the books exist to notice: takes one accepted delivery out of the ledger, and changes one byte of an accepted payload before it is
 * sent. A run with this must fail.
 */
export async function plantFaults(world: World, tenant: Tenant, lane: Lane): Promise<void> {
  const producer = await tenant.producer();
  await tenant.api("POST", `/v1/subscriptions/${lane.id}/pause`);
  const post = async (): Promise<string> => {
    const { outcome } = await producer.post({ type: lane.eventType, payload, targets: [lane.id] });
    const id = outcome.kind === "accepted" ? parsePublicId("event", outcome.eventId) : undefined;
    if (id === undefined) throw new Error(`an event was not accepted: ${JSON.stringify(outcome)}`);
    return id;
  };
  await world.db.query("DELETE FROM deliveries WHERE event_id = $1", [await post()]);
  await world.db.query("UPDATE events SET body = set_byte(body, data_offset + $2, ascii('2')) WHERE id = $1", [await post(), digitAt]);
  await tenant.api("POST", `/v1/subscriptions/${lane.id}/resume`);
}
