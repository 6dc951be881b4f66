import { audit, createSession, revokeSession } from "@hooklane/db";
import type { RequestFacts } from "../../auth/request-facts.ts";
import { hashToken, newToken } from "../../auth/token.ts";
import type { Services } from "../../services.ts";

/**
 * Begins a session under a new token, and ends the one that the browser had.
 * @param how the person proved who they are
 * @returns the token
 */
export async function beginSession(
  { db, now }: Pick<Services, "db" | "now">,
  request: RequestFacts,
  userId: string,
  previousToken: string | undefined,
  how: string,
): Promise<string> {
  const token = newToken();
  await db.$transaction(async (tx) => {
    if (previousToken !== undefined) await revokeSession(tx, now(), hashToken(previousToken));
    const id = await createSession(tx, now(), {
      tokenHash: hashToken(token),
      userId,
      userAgent: request.userAgent,
      address: request.address,
    });
    await audit(tx, now(), {
      tenantId: null,
      actor: { kind: "user", id: userId },
      action: "session.create",
      targetKind: "session",
      targetId: id,
      after: { address: request.address, how },
      correlationId: request.requestId,
    });
  });
  return token;
}
