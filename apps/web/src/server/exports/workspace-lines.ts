import { type IdKind, publicId } from "@hooklane/contracts";
import { exportTenant } from "@hooklane/db";
import type { Services } from "../services.ts";

/** What the id of a line is the id of. */
const kinds: Readonly<Record<string, IdKind>> = {
  tenant: "tenant",
  member: "user",
  invitation: "invitation",
  api_key: "key",
  subscription: "subscription",
  event: "event",
  delivery: "delivery",
  audit: "audit",
};

/** A workspace as lines of JSON, each naming the part that it is of. Ids are those of the API. */
export async function* workspaceLines({ pool }: Pick<Services, "pool">, tenantId: string): AsyncGenerator<string> {
  for await (const { part, rows } of exportTenant(pool, tenantId)) {
    yield rows.map((row) => `${JSON.stringify({ part, ...withPublicIds(part, row) })}\n`).join("");
  }
}

function withPublicIds(part: string, row: Record<string, unknown>): Record<string, unknown> {
  const kind = kinds[part];
  return {
    ...row,
    ...(kind && typeof row.id === "string" && { id: publicId(kind, row.id) }),
    ...(typeof row.event_id === "string" && { event_id: publicId("event", row.event_id) }),
    ...(typeof row.subscription_id === "string" && { subscription_id: publicId("subscription", row.subscription_id) }),
  };
}
