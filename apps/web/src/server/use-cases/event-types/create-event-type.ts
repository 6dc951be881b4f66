import { type CreateEventType, type EventTypeView, MAX_EVENT_TYPES } from "@hooklane/contracts";
import { audit, TenantEventTypes } from "@hooklane/db";
import { done, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseWithout } from "../actor.ts";
import { auditedType, eventTypeView } from "./event-type-view.ts";
import { refuseRules } from "./refuse-rules.ts";

/** Puts an event type into a tenant's catalogue. */
export async function createEventType(
  services: Services,
  acting: Acting,
  { name, ...input }: CreateEventType,
): Promise<Result<EventTypeView>> {
  const refusal = refuseWithout("event_types:write", acting) ?? refuseRules(input.kind, input.derived_key);
  if (refusal) return refusal;
  const { db, now } = services;
  const { tenantId, actor, requestId } = acting;
  const created = await db.$transaction(async (tx) => {
    // Those who fill the catalogue at the same time count one after another
    await tx.$queryRaw`SELECT 1 FROM tenants WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`;
    const own = new TenantEventTypes(tx, tenantId);
    if (await own.find(name)) return refuse("already_exists", `The catalogue has the type ${name} already.`, "name");
    if ((await own.count()) >= MAX_EVENT_TYPES) return refuse("limit_reached", `A catalogue has at most ${MAX_EVENT_TYPES} types.`);
    const row = await own.create(now(), name, input);
    await audit(tx, now(), {
      tenantId,
      actor,
      action: "event_type.create",
      targetKind: "event_type",
      targetId: row.id,
      after: auditedType(row),
      correlationId: requestId,
    });
    return done(row);
  });
  if (!created.ok) return created;
  await services.refreshEventTypes();
  return done(eventTypeView(created.value));
}
