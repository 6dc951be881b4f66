import type { AlertEvidence } from "@hooklane/contracts";
import type pg from "pg";
import { type AcceptedFact, type AcceptRules, acceptTenantEvent } from "../operational/accept-operational-event.ts";
import type { AlertRow } from "./alert-rows.ts";
import type { Trouble } from "./raise-alert.ts";

const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * Tells a tenant of an alert about itself or a host, in the transaction in which that began or came back; alerts about endpoints have facts of their own. Call it last, as
 * `acceptTenantEvent`.
 * @returns undefined when there is nothing to tell, or nobody
 */
export async function tellBegun(
  client: pg.ClientBase,
  rules: AcceptRules,
  { kind, about, evidence }: Trouble,
): Promise<AcceptedFact | undefined> {
  if (!("tenantId" in about)) return undefined;
  const { tenantId } = about;
  const fact = iso(rules.nowMs); // whoever raises the alert holds its row: no other transaction begins this episode
  if (kind === "host_unreachable" && "host" in about)
    return acceptTenantEvent(client, rules, {
      type: "hooklane.host.unreachable",
      tenantId,
      host: about.host,
      fact,
      data: { host: about.host, opened_at: evidence.opened_at, endpoints: evidence.endpoints },
    });
  if (kind === "ingest_quota")
    return acceptTenantEvent(client, rules, {
      type: "hooklane.quota.exceeded",
      tenantId,
      host: undefined,
      fact,
      data: { per_second: evidence.per_second, since: fact },
    });
  return undefined;
}

/** Tells a tenant that such an alert is over, in the transaction that ended it. @param row as it was */
export async function tellOver(client: pg.ClientBase, rules: AcceptRules, row: AlertRow): Promise<AcceptedFact | undefined> {
  const { tenantId, kind, host } = row;
  const at = iso(rules.nowMs);
  if (kind === "host_unreachable" && host !== null) {
    const { opened_at } = row.evidence as AlertEvidence<"host_unreachable">;
    const data = { host, opened_at, recovered_at: at };
    return acceptTenantEvent(client, rules, { type: "hooklane.host.recovered", tenantId, host, fact: at, data });
  }
  if (kind === "ingest_quota") {
    const { per_second } = row.evidence as AlertEvidence<"ingest_quota">;
    const data = { per_second, since: iso(row.firstSeenMs), relieved_at: at };
    return acceptTenantEvent(client, rules, { type: "hooklane.quota.relieved", tenantId, host: undefined, fact: at, data });
  }
  return undefined;
}
