import { parsePublicId, publicId, type SessionView } from "@hooklane/contracts";
import { audit, listSessions, revokeSessions } from "@hooklane/db";
import type { UserActor } from "../../auth/actor.ts";
import { describeBrowser } from "../../auth/describe-browser.ts";
import type { RequestFacts } from "../../auth/request-facts.ts";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";

/** Where a person is signed in. */
export async function listOwnSessions({ db, now }: Services, actor: UserActor): Promise<SessionView[]> {
  const rows = await listSessions(db, now(), actor.userId);
  return rows.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
    id: publicId("session", id),
    current: id === actor.sessionId,
    browser: describeBrowser(userAgent),
    address,
    created_at: createdAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
  }));
}

/** Ends one of a person's sessions, or with `others` all but this one. */
export async function endOwnSessions(
  { db, now }: Services,
  request: RequestFacts,
  actor: UserActor,
  which: string | "others",
): Promise<Result<{ ended: number }>> {
  const id = which === "others" ? undefined : parsePublicId("session", which);
  if (which !== "others" && id === undefined) return notFound;
  return db.$transaction(async (tx): Promise<Result<{ ended: number }>> => {
    const ended = await revokeSessions(tx, now(), actor.userId, id === undefined ? { allBut: actor.sessionId } : { only: id });
    if (ended.length === 0) return id === undefined ? done({ ended: 0 }) : notFound;
    for (const targetId of ended) {
      await audit(tx, now(), {
        tenantId: null,
        actor: { kind: "user", id: actor.userId },
        action: "session.revoke",
        targetKind: "session",
        targetId,
        correlationId: request.requestId,
      });
    }
    return done({ ended: ended.length });
  });
}
