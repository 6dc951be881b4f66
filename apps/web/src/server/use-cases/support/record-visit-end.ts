import { audit, endVisit, type Prisma, type VisitEnd } from "@hooklane/db";
import type { Services } from "../../services.ts";

/** Ends a visit, with its audit row, unless it has ended: in the transaction of what ends it. */
export async function writeVisitEnd(
  tx: Prisma.TransactionClient,
  nowMs: number,
  visitId: string,
  endedBy: VisitEnd,
  requestId: string | null,
): Promise<void> {
  const ended = await endVisit(tx, nowMs, visitId, endedBy);
  if (!ended) return;
  await audit(tx, nowMs, {
    tenantId: ended.tenantId,
    actor: { kind: "user", id: ended.staffId, onBehalfOf: ended.tenantId },
    action: "support.visit_end",
    targetKind: "tenant",
    targetId: ended.tenantId,
    after: { ended_by: endedBy, was_elevated: ended.elevatedAt !== null },
    correlationId: requestId,
  });
}

/** Records that a visit gives no rights any more: found by the next request of its session. */
export const recordVisitEnd = ({ db, now }: Pick<Services, "db" | "now">, { id }: { id: string }, endedBy: VisitEnd): Promise<void> =>
  db.$transaction((tx) => writeVisitEnd(tx, now(), id, endedBy, null));
