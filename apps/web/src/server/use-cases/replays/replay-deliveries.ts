import { parsePublicId, type ReplayedMany } from "@hooklane/contracts";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseWithout } from "../actor.ts";
import { replayDelivery } from "./replay-delivery.ts";

/**
 * Replays deliveries one after another, each by itself: what one is refused for stops none of the others. When none of them is there, neither is the answer.
 * @param ids public ids
 */
export async function replayDeliveries(services: Services, acting: Acting, ids: readonly string[]): Promise<Result<ReplayedMany>> {
  const refusal = refuseWithout("replays:write", acting);
  if (refusal) return refusal;
  const answer: ReplayedMany = { replayed: [], refused: [] };
  let isAnyThere = false;
  for (const publicId of new Set(ids)) {
    const id = parsePublicId("delivery", publicId);
    const result = id === undefined ? notFound : await replayDelivery(services, acting, id);
    if (result.ok) answer.replayed.push({ delivery_id: publicId, new_delivery_id: result.value.delivery_id });
    else answer.refused.push({ delivery_id: publicId, detail: result.detail });
    isAnyThere ||= result.ok || result.code !== "not_found";
  }
  return isAnyThere ? done(answer) : notFound;
}
