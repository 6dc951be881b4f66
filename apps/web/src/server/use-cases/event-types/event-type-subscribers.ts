import { type EventTypeSubscribers, publicId } from "@hooklane/contracts";
import { patternsFor } from "../../core.ts";
import type { Services } from "../../services.ts";
import { shownUrl } from "../subscriptions/subscription-view.ts";

const MAX_NAMED = 50;

/** Which of a tenant's endpoints ask for events of a type, the newest first. Their filters may still leave single events out. */
export async function eventTypeSubscribers({ db }: Services, tenantId: string, name: string): Promise<EventTypeSubscribers> {
  const rows = await db.subscription.findMany({
    where: { tenantId, state: { not: "deleted" }, eventTypes: { hasSome: [...patternsFor(name)] } },
    orderBy: { id: "desc" },
    take: MAX_NAMED + 1,
    select: { id: true, url: true, state: true, eventTypes: true },
  });
  return {
    endpoints: rows.slice(0, MAX_NAMED).map(({ id, url, state, eventTypes }) => ({
      id: publicId("subscription", id),
      url: shownUrl(url),
      state: state as EventTypeSubscribers["endpoints"][number]["state"],
      event_types: eventTypes,
    })),
    has_more: rows.length > MAX_NAMED,
  };
}
