import { renewSessionToken } from "@hooklane/db";
import type { Staff } from "../../auth/act-as-staff.ts";
import { hashToken, newToken } from "../../auth/token.ts";
import { done, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { writeVisitEnd } from "./record-visit-end.ts";
import { visitsNobody } from "./refusals.ts";
import type { RenewedSession } from "./start-visit.ts";

/** Ends the visit. The session is the staff member's own again, under a new token. */
export async function stopVisit({ db, now }: Pick<Services, "db" | "now">, staff: Staff): Promise<Result<RenewedSession>> {
  const { visit } = staff;
  if (!visit) return visitsNobody;
  const token = newToken();
  return db.$transaction(async (tx): Promise<Result<RenewedSession>> => {
    if (!(await renewSessionToken(tx, staff.sessionId, hashToken(token)))) return visitsNobody;
    await writeVisitEnd(tx, now(), visit.id, "stopped", staff.requestId);
    return done({ token });
  });
}
