import { audit, endVisit, type Prisma, type VisitEnd, visitEndEntry } from "@hooklane/db";
import type { Services } from "../../services.ts";
import { sessionOf } from "../../transaction-session.ts";

/** Ends a visit, with its audit row, unless it has ended: in the transaction of what ends it. */
export async function writeVisitEnd(
  tx: Prisma.TransactionClient,
  nowMs: number,
  visitId: string,
  endedBy: VisitEnd,
  requestId: string | null,
): Promise<void> {
  const ended = await endVisit(sessionOf(tx), nowMs, visitId, endedBy);
  if (ended) await audit(tx, nowMs, visitEndEntry(ended, endedBy, requestId));
}

/** Records that a visit gives no rights any more: found by the next request of its session, unless the job that looks for such visits was first. */
export const recordVisitEnd = ({ db, now }: Pick<Services, "db" | "now">, { id }: { id: string }, endedBy: VisitEnd): Promise<void> =>
  db.$transaction((tx) => writeVisitEnd(tx, now(), id, endedBy, null));
