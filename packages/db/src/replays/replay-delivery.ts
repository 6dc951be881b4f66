import type { OwedBy, OwedDelivery } from "@hooklane/core";
import type pg from "pg";
import { deliveryId } from "../ids/delivery-id.ts";
import { uuidTime, uuidV7 } from "../ids/uuid-v7.ts";
import { insertReplays } from "./insert-replays.ts";
import { REPLAYABLE_MS } from "./replay-selection.ts";

export type DeliveryReplay =
  | { kind: "unknown" }
  /** A new delivery, pending in this shard. */
  | { kind: "replayed"; deliveryId: string; generation: number; shard: number }
  /** Its replay is under way already: this is it. */
  | { kind: "open"; deliveryId: string }
  /** The first delivery of its event is itself still under way. */
  | { kind: "not_final" }
  | { kind: "stopped"; state: "disabled" | "deleted" }
  /** Erased, or older than payloads are kept. */
  | { kind: "payload_gone" };

interface Latest {
  id: string;
  eventId: string;
  subscriptionId: string;
  generation: number;
  state: string;
  test: boolean;
  bodyBytes: number;
  replayedBy: string | null;
}

interface Subscription extends Omit<OwedBy, "windowMs"> {
  shard: number;
  retryPolicy: Record<string, unknown>;
}

/** The newest generation of what a delivery of this tenant is for: the same event, to the same subscription. */
const findLatest = `
SELECT n.id FROM deliveries d
JOIN subscriptions s ON s.id = d.subscription_id AND s.tenant_id = $2
CROSS JOIN LATERAL (
  SELECT d.id UNION ALL SELECT p.new_delivery_id FROM replays p WHERE p.event_id = d.event_id AND p.subscription_id = d.subscription_id
) c(id)
JOIN deliveries n ON n.id = c.id
WHERE d.id = $1 ORDER BY n.generation DESC LIMIT 1`;

const lockLatest = `
SELECT d.id, d.event_id AS "eventId", d.subscription_id AS "subscriptionId", d.generation, d.state, d.test, d.body_bytes AS "bodyBytes", d.replayed_by AS "replayedBy"
FROM deliveries d WHERE d.id = $1 FOR UPDATE`;

/**
 * Replays one delivery of a tenant: a new delivery of the next generation, also of one that was delivered. Whichever generation is named, it is the newest that
 * is replayed, and while that is itself a replay under way it is the answer: a double click makes one.
 * @param owed decides how the new delivery begins
 */
export async function replayDelivery(
  client: pg.ClientBase,
  nowMs: number,
  tenantId: string,
  id: string,
  owed: (subscription: Subscription, createdMs: number) => OwedDelivery,
): Promise<DeliveryReplay> {
  for (;;) {
    const { rows } = await client.query<{ id: string }>(findLatest, [id, tenantId]);
    if (!rows[0]) return { kind: "unknown" };
    const { rows: locked } = await client.query<Latest>(lockLatest, [rows[0].id]);
    const [latest] = locked;
    if (!latest) return { kind: "unknown" };
    if (latest.replayedBy === null) return replayLatest(client, nowMs, latest, owed);
  }
}

async function replayLatest(
  client: pg.ClientBase,
  nowMs: number,
  latest: Latest,
  owed: Parameters<typeof replayDelivery>[4],
): Promise<DeliveryReplay> {
  if (latest.state === "pending" || latest.state === "inflight")
    return latest.generation > 0 ? { kind: "open", deliveryId: latest.id } : { kind: "not_final" };
  // Locked, so that a deletion which comes at this moment finds the new delivery pending and ends it
  const { rows } = await client.query<Subscription>(
    `SELECT state, shard, ordered, mode, retry_policy AS "retryPolicy" FROM subscriptions WHERE id = $1 FOR SHARE`,
    [latest.subscriptionId],
  );
  const [subscription] = rows;
  if (!subscription) return { kind: "unknown" };
  if (subscription.state === "disabled" || subscription.state === "deleted") return { kind: "stopped", state: subscription.state };
  if (!(await isPayloadKept(client, nowMs, latest.eventId))) return { kind: "payload_gone" };
  const replayId = uuidV7(nowMs);
  await insertReplays(client, {
    jobId: null,
    subscription: { id: latest.subscriptionId, shard: subscription.shard },
    createdMs: nowMs,
    owed: owed(subscription, nowMs),
    sources: [latest],
    replayIdOf: () => replayId,
  });
  return {
    kind: "replayed",
    deliveryId: deliveryId(nowMs, latest.eventId, latest.subscriptionId, replayId),
    generation: latest.generation + 1,
    shard: subscription.shard,
  };
}

async function isPayloadKept(client: pg.ClientBase, nowMs: number, eventId: string): Promise<boolean> {
  if (uuidTime(eventId) < nowMs - REPLAYABLE_MS) return false;
  const { rowCount } = await client.query("SELECT FROM events WHERE id = $1 AND body IS NOT NULL", [eventId]);
  return rowCount !== 0;
}
