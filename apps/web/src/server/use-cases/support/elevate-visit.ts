import type { ElevateVisit } from "@hooklane/contracts";
import { audit, renewSessionToken, elevateVisit as writeElevation } from "@hooklane/db";
import type { Staff } from "../../auth/act-as-staff.ts";
import { hashToken, newToken } from "../../auth/token.ts";
import { done, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { visitsNobody } from "./refusals.ts";
import type { RenewedSession } from "./start-visit.ts";

/** From here on a visit may change what visits may change; its end stays where it was. The session goes on under a new token. */
export async function elevateVisit(
  { db, now }: Pick<Services, "db" | "now">,
  staff: Staff,
  { reason }: ElevateVisit,
): Promise<Result<RenewedSession>> {
  const { visit: current } = staff;
  if (!current) return visitsNobody;
  const token = newToken();
  return db.$transaction(async (tx): Promise<Result<RenewedSession>> => {
    const visit = await writeElevation(tx, now(), current.id, reason);
    if (!visit || !(await renewSessionToken(tx, staff.sessionId, hashToken(token)))) return visitsNobody;
    await audit(tx, now(), {
      tenantId: visit.tenantId,
      actor: { kind: "user", id: staff.userId, onBehalfOf: visit.tenantId, visitId: visit.id },
      action: "support.visit_elevate",
      targetKind: "tenant",
      targetId: visit.tenantId,
      after: { reason },
      correlationId: staff.requestId,
    });
    return done({ token });
  });
}
