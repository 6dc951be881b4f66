import { publicId, type ReplayedDelivery } from "@hooklane/contracts";
import { auditOnSession, type DeliveryReplay, inTransaction, replayDelivery as replay } from "@hooklane/db";
import { owedReplay } from "../../core.ts";
import { done, notFound, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseWithout } from "../actor.ts";
import { replayStopped } from "./replay-stopped.ts";

/** Replays one delivery, also one that was delivered. Asking again while its replay is under way answers that replay. */
export async function replayDelivery(services: Services, acting: Acting, deliveryId: string): Promise<Result<ReplayedDelivery>> {
  const refusal = refuseWithout("replays:write", acting);
  if (refusal) return refusal;
  const nowMs = services.now();
  const { window_ms: windowMs } = services.policy.retry;
  const replayed = await inTransaction(services.pool, async (client) => {
    const result = await replay(client, nowMs, acting.tenantId, deliveryId, (subscription, createdMs) =>
      owedReplay({ ...subscription, windowMs: subscription.retryPolicy.window_ms as number | undefined }, createdMs, windowMs),
    );
    if (result.kind === "replayed") {
      await auditOnSession(client, nowMs, {
        tenantId: acting.tenantId,
        actor: acting.actor,
        action: "delivery.replay",
        targetKind: "delivery",
        targetId: deliveryId,
        after: { delivery_id: publicId("delivery", result.deliveryId) },
        correlationId: acting.requestId,
      });
    }
    return result;
  });
  if (replayed.kind === "replayed") services.announce([replayed.shard]);
  return answer(replayed);
}

function answer(replayed: DeliveryReplay): Result<ReplayedDelivery> {
  switch (replayed.kind) {
    case "replayed":
    case "open":
      return done({ delivery_id: publicId("delivery", replayed.deliveryId) });
    case "unknown":
      return notFound;
    case "not_final":
      return refuse("delivery_not_final", "This delivery is still under way; it can be replayed once it is delivered or dead.");
    case "stopped":
      return replayStopped(replayed.state);
    case "payload_gone":
      return refuse(
        "payload_gone",
        "The event's payload was erased, or the event is older than 30 days: there is nothing to send any more.",
      );
  }
}
