import { type AuditEntryInput, audit } from "@hooklane/db";
import { LRUCache } from "lru-cache";
import type { Services } from "../services.ts";
import type { Acting } from "../use-cases/actor.ts";

/** The same refusal of the same actor is noted once in so long: whoever tries in a loop fills no log. */
const NOTED_FOR_MS = 60_000;
const noted = new LRUCache<string, true>({ max: 10_000, ttl: NOTED_FOR_MS });

/**
 * Leaves a row in the tenant's audit log of something that an actor of its own may not do.
 * @param call the procedure or route that was asked for
 * @param why the refusal's sentence
 */
export async function noteRefused(
  { db, now, log }: Pick<Services, "db" | "now" | "log">,
  acting: Acting,
  call: string,
  why: string,
): Promise<void> {
  const { tenantId, actor, requestId } = acting;
  const name = JSON.stringify([tenantId, actor, call]);
  if (noted.has(name)) return;
  noted.set(name, true);
  const entry: AuditEntryInput = {
    tenantId,
    actor,
    action: "authorization.refuse",
    targetKind: "call",
    targetId: null,
    after: { call, why },
    correlationId: requestId,
  };
  await db
    .$transaction((tx) => audit(tx, now(), entry))
    .catch((error: unknown) => log.warn({ err: error, call }, "a refusal was not recorded"));
}
