import { audit, revokeSession } from "@hooklane/db";
import type { RequestFacts } from "../../auth/request-facts.ts";
import { hashToken } from "../../auth/token.ts";
import type { Services } from "../../services.ts";
import { writeVisitEnd } from "../support/record-visit-end.ts";

/** Ends the session of a token, at once and everywhere. Nothing happens when it has ended already. */
export async function signOut(services: Services, request: RequestFacts, token: string): Promise<void> {
  await services.db.$transaction(async (tx) => {
    const revoked = await revokeSession(tx, services.now(), hashToken(token));
    if (!revoked) return;
    if (revoked.visitId) await writeVisitEnd(tx, services.now(), revoked.visitId, "signed_out", request.requestId);
    await audit(tx, services.now(), {
      tenantId: null,
      actor: { kind: "user", id: revoked.userId },
      action: "session.revoke",
      targetKind: "session",
      targetId: revoked.id,
      correlationId: request.requestId,
    });
  });
}
