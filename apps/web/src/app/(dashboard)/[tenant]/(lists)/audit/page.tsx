import type { Metadata } from "next";
import { createLoader } from "nuqs/server";
import { AuditLog, auditParsers, auditQuery } from "../../../../../features/audit/index.ts";
import { Hydrated } from "../../../../_data/hydrated.tsx";
import { pageData } from "../../../../_data/page-data.ts";

export const metadata: Metadata = { title: "Audit log" };

const readFilters = createLoader(auditParsers);

export default async function AuditPage({ params, searchParams }: PageProps<"/[tenant]/audit">) {
  const { tenant: tenantId } = await params;
  const filters = await readFilters(searchParams);
  const { api, queryClient } = pageData();
  await queryClient.prefetchQuery(api.audit.list.queryOptions(auditQuery(tenantId, filters)));
  return (
    <Hydrated>
      <AuditLog />
    </Hydrated>
  );
}
