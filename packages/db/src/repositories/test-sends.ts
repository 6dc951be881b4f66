import { deliveryId } from "../ids/delivery-id.ts";
import type { Prisma } from "../prisma-client.ts";

export interface NewTestSend {
  eventId: string;
  tenantId: string;
  type: string;
  body: Buffer;
  dataOffset: number;
  dataLength: number;
  acceptedMs: number;
  deadlineMs: number;
  mode: string;
  subscription: { id: string; shard: number };
}

/**
 * Writes an event that goes to one subscription, marked as a test, and books it on the lane. It is never part of an ordered sequence: a test must not wait
 * behind a delivery that blocks its lane, nor block the lane itself.
 * @returns the delivery's id
 */
export async function insertTestSend(tx: Prisma.TransactionClient, send: NewTestSend): Promise<string> {
  const { eventId, subscription, body } = send;
  const id = deliveryId(send.acceptedMs, eventId, subscription.id);
  const acceptedAt = new Date(send.acceptedMs);
  await tx.event.create({
    data: {
      id: eventId,
      tenantId: send.tenantId,
      type: send.type,
      body: Uint8Array.from(body),
      dataOffset: send.dataOffset,
      dataLength: send.dataLength,
      acceptedAt,
      deliveries: 1,
    },
  });
  await tx.delivery.create({
    data: {
      id,
      shard: subscription.shard,
      eventId,
      subscriptionId: subscription.id,
      class: "first",
      mode: send.mode,
      test: true,
      nextAttemptAt: acceptedAt,
      deadlineAt: new Date(send.deadlineMs),
      bodyBytes: body.length,
    },
  });
  await tx.$executeRaw`INSERT INTO lane_stats AS s (subscription_id, backlog, backlog_bytes, arrived) VALUES (${subscription.id}::uuid, 1, ${body.length}, 1)
    ON CONFLICT (subscription_id) DO UPDATE SET backlog = s.backlog + 1, backlog_bytes = s.backlog_bytes + excluded.backlog_bytes, arrived = s.arrived + 1, updated_at = now()`;
  return id;
}
