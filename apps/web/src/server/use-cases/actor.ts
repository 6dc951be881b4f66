import type { AuditActor } from "@hooklane/db";

/** On whose account a change is made: what its audit row says. */
export interface Acting {
  tenantId: string;
  actor: AuditActor;
  /** The request that asked for it. */
  requestId: string | null;
}
