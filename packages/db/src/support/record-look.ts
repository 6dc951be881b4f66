import type { AuditAction } from "@hooklane/contracts";
import type pg from "pg";
import { uuidV7 } from "../ids/uuid-v7.ts";

export interface Look {
  tenantId: string;
  /** Who looks, one of the staff. */
  userId: string;
  visitId: string;
  /** The procedure that was asked for. */
  call: string;
  targetKind: string;
  targetId: string | null;
  /** Of an event type, which is asked for by its name. */
  name: string | null;
  correlationId: string | null;
}

const action: AuditAction = "support.look";

/** An index keeps the same look from a second row; an event type that is in the catalogue is named by its id as well. */
const statement = {
  name: "record_look",
  text: `
INSERT INTO audit_log (id, at, tenant_id, actor_kind, actor_id, on_behalf_of, visit_id, action, target_kind, target_id, after, correlation_id)
VALUES ($1, to_timestamp($2::float8 / 1000), $3, 'user', $4, $3, $5, $6, $7,
  coalesce($8::uuid, (SELECT e.id FROM event_types e WHERE e.tenant_id = $3 AND e.name = $9::text)),
  jsonb_strip_nulls(jsonb_build_object('call', $10::text, 'name', $9::text)), $11)
ON CONFLICT DO NOTHING`,
};

/** Appends to the visited tenant's audit log what one of the staff reads there: once for each visit, call and thing. */
export async function recordLook(client: Pick<pg.Pool, "query">, nowMs: number, look: Look): Promise<void> {
  const { tenantId, userId, visitId, call, targetKind, targetId, name, correlationId } = look;
  await client.query({
    ...statement,
    values: [uuidV7(nowMs), nowMs, tenantId, userId, visitId, action, targetKind, targetId, name, call, correlationId],
  });
}
