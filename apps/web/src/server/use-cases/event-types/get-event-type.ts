import type { EventTypeView } from "@hooklane/contracts";
import { TenantEventTypes } from "@hooklane/db";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { eventTypeView } from "./event-type-view.ts";

export async function getEventType({ db }: Services, tenantId: string, name: string): Promise<Result<EventTypeView>> {
  const row = await new TenantEventTypes(db, tenantId).find(name);
  return row ? done(eventTypeView(row)) : notFound;
}
