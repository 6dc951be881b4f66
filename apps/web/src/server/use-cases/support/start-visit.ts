import type { StartVisit } from "@hooklane/contracts";
import { audit, createVisit, type Prisma } from "@hooklane/db";
import type { Staff } from "../../auth/act-as-staff.ts";
import { hashToken, newToken } from "../../auth/token.ts";
import { done, notFound, type Refusal, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { visitsAlready } from "./refusals.ts";

/** The token by which the session goes on. */
export interface RenewedSession {
  token: string;
}

/**
 * One of the staff steps into a tenant, for 30 minutes, to read. From here on their session is that of the visit, under a new token. Not from within another
 * visit, and not into a tenant that one of the staff belongs to.
 */
export async function startVisit(
  { db, now }: Pick<Services, "db" | "now">,
  staff: Staff,
  tenantId: string,
  { reason, ticket }: StartVisit,
): Promise<Result<RenewedSession>> {
  if (staff.visit) return visitsAlready;
  const nowMs = now();
  const token = newToken();
  return db.$transaction(async (tx): Promise<Result<RenewedSession>> => {
    const refusal = await refuseTarget(tx, tenantId);
    if (refusal) return refusal;
    const visit = await createVisit(tx, nowMs, staff.sessionId, hashToken(token), {
      staffId: staff.userId,
      tenantId,
      reason,
      ticket,
    });
    if (!visit) return visitsAlready;
    await audit(tx, nowMs, {
      tenantId,
      actor: { kind: "user", id: staff.userId, onBehalfOf: tenantId, visitId: visit.id },
      action: "support.visit_start",
      targetKind: "tenant",
      targetId: tenantId,
      after: { reason, ...(ticket !== "" && { ticket }), ends_at: visit.endsAt.toISOString() },
      correlationId: staff.requestId,
    });
    return done({ token });
  });
}

async function refuseTarget(tx: Prisma.TransactionClient, tenantId: string): Promise<Refusal | undefined> {
  const tenant = await tx.tenant.findFirst({
    where: { id: tenantId, deletedAt: null },
    select: { memberships: { where: { user: { staff: true } }, take: 1 } },
  });
  if (!tenant) return notFound;
  if (tenant.memberships.length === 0) return undefined;
  return refuse("forbidden", "One of the staff belongs to this workspace: it is not visited.");
}
