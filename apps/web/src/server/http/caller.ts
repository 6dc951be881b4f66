import type { Scope } from "@hooklane/contracts";

/** Who calls: the tenant and the rights of the API key that a request carries. */
export interface Caller {
  keyId: string;
  tenantId: string;
  tenantKind: "customer" | "platform";
  plan: string;
  /** What staff changed of the plan; absent and null: nothing. */
  planOverride?: Record<string, number> | null;
  scopes: readonly Scope[];
}
