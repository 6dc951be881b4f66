import type { EventDetailView } from "@hooklane/contracts";
import { done, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { getEvent } from "./get-event.ts";

/** One event with its payload as text, which is valid UTF-8 since it was accepted. */
export async function getEventDetail(services: Services, tenantId: string, id: string): Promise<Result<EventDetailView>> {
  const found = await getEvent(services, tenantId, id);
  if (!found.ok) return found;
  const { view, payload, payloadBytes, isOwn } = found.value;
  return done({ ...view, payload: payload?.toString("utf8") ?? null, payload_bytes: payloadBytes, own: isOwn });
}
