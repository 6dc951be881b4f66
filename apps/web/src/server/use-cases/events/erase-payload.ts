import { audit, endErased } from "@hooklane/db";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { sessionOf } from "../../transaction-session.ts";
import { type Acting, refuseWithout } from "../actor.ts";

/** Deliveries ended with the erasure itself; a job ends the others, and those that are in flight. */
const ENDED_AT_ONCE = 500;

/**
 * Erases an event's payload for good. Its rows stay and say so: what was delivered remains delivered, what was not ends dead. Asking again changes nothing.
 */
export async function erasePayload({ db, now, jobs }: Services, acting: Acting, id: string): Promise<Result<undefined>> {
  const refusal = refuseWithout("payloads:erase", acting);
  if (refusal) return refusal;
  const { tenantId, actor, requestId } = acting;
  return db.$transaction(async (tx): Promise<Result<undefined>> => {
    const rows = await tx.$queryRaw<{ type: string; isErased: boolean; bytes: number }[]>`
      SELECT type, erased_at IS NOT NULL AS "isErased", data_length AS bytes FROM events WHERE id = ${id}::uuid AND tenant_id = ${tenantId}::uuid FOR UPDATE`;
    const [event] = rows;
    if (!event) return notFound;
    if (event.isErased) return done(undefined);
    await tx.$executeRaw`UPDATE events SET body = NULL, erased_at = now() WHERE id = ${id}::uuid`;
    const session = sessionOf(tx);
    const { open } = await endErased(session, id, ENDED_AT_ONCE);
    if (open > 0) await jobs.send(session, "end-erased", { event_id: id });
    await audit(tx, now(), {
      tenantId,
      actor,
      action: "event.erase_payload",
      targetKind: "event",
      targetId: id,
      after: { type: event.type, payload_bytes: event.bytes },
      correlationId: requestId,
    });
    return done(undefined);
  });
}
