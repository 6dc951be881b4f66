import { type IdKind, parsePublicId } from "@hooklane/contracts";
import { recordLook as append } from "@hooklane/db";
import type { Services } from "../../services.ts";
import type { Acting } from "../actor.ts";

/** Which member of an input names what is looked at. An input that has several is about the first. */
const subjects = [
  ["deliveryId", "delivery"],
  ["eventId", "event"],
  ["jobId", "job"],
  ["alertId", "alert"],
  ["endpointId", "subscription"],
] as const satisfies readonly (readonly [member: string, kind: IdKind])[];

/**
 * Notes in the visited tenant's audit log what one of the staff has read there: once for each visit, call and thing, however often it is read. Whatever is not noted
 * is not shown either: it is called before the answer goes out, and its failure is the call's.
 * @param call the procedure that was asked for
 * @param input as it was given, by which the thing is known
 */
export async function recordLook(
  { pool, now }: Pick<Services, "pool" | "now">,
  acting: Acting,
  call: string,
  input: unknown,
): Promise<void> {
  const { visit, actor, tenantId, requestId } = acting;
  if (!visit || actor.kind !== "user") return;
  await append(pool, now(), {
    tenantId,
    userId: actor.id,
    visitId: visit.id,
    call,
    correlationId: requestId,
    ...subjectOf(input, tenantId),
  });
}

function subjectOf(input: unknown, tenantId: string): { targetKind: string; targetId: string | null; name: string | null } {
  const members = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
  for (const [member, kind] of subjects) {
    const text = members[member];
    const id = typeof text === "string" ? parsePublicId(kind, text) : undefined;
    if (id !== undefined) return { targetKind: kind, targetId: id, name: null };
  }
  if (typeof members.name === "string") return { targetKind: "event_type", targetId: null, name: members.name };
  return { targetKind: "tenant", targetId: tenantId, name: null };
}
