import type { EventKind, EventTypeInput, EventTypeView, UpdateEventType } from "@hooklane/contracts";
import { audit, TenantEventTypes } from "@hooklane/db";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseWithout } from "../actor.ts";
import { auditedType, eventTypeView } from "./event-type-view.ts";
import { refuseRules } from "./refuse-rules.ts";

/** Changes some members of an event type. Events that were accepted before stay as they are. */
export async function updateEventType(
  services: Services,
  acting: Acting,
  name: string,
  patch: UpdateEventType,
): Promise<Result<EventTypeView>> {
  const refusal = refuseWithout("event_types:write", acting);
  if (refusal) return refusal;
  const { db, now } = services;
  const { tenantId, actor, requestId } = acting;
  const updated = await db.$transaction(async (tx) => {
    const own = new TenantEventTypes(tx, tenantId);
    await tx.$queryRaw`SELECT 1 FROM event_types WHERE tenant_id = ${tenantId}::uuid AND name = ${name} FOR UPDATE`;
    const current = await own.find(name);
    if (!current) return notFound;
    const kind = patch.kind ?? (current.kind as EventKind);
    const derivedKey = patch.derived_key === undefined ? (current.derivedKey as EventTypeInput["derived_key"]) : patch.derived_key;
    const wrong = refuseRules(kind, derivedKey);
    if (wrong) return wrong;
    const row = await own.update(current.id, patch as Partial<EventTypeInput>);
    await audit(tx, now(), {
      tenantId,
      actor,
      action: "event_type.update",
      targetKind: "event_type",
      targetId: row.id,
      before: auditedType(current),
      after: auditedType(row),
      correlationId: requestId,
    });
    return done(row);
  });
  if (!updated.ok) return updated;
  await services.refreshEventTypes();
  return done(eventTypeView(updated.value));
}
