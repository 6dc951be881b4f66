import { auditFilterSchema } from "@hooklane/contracts";
import { noteRefused } from "../auth/note-refused.ts";
import { refuse } from "../result.ts";
import type { Services } from "../services.ts";
import { actingIn, refusedFile } from "./acting-in.ts";
import { auditCsv } from "./audit-csv.ts";
import { exportFile } from "./export-file.ts";

/** Answers a request for a tenant's audit log as a CSV file. */
export async function handleAuditExport(services: Services, request: Request): Promise<Response> {
  const { tenantId, ...filter } = Object.fromEntries(new URL(request.url).searchParams);
  const acting = await actingIn(services, request, tenantId ?? null);
  if (!acting.ok) return refusedFile(services, request, acting);
  const read = auditFilterSchema.safeParse(filter);
  if (!read.success) {
    const [issue] = read.error.issues;
    return refusedFile(services, request, refuse("invalid_parameter", issue?.message ?? "A filter is not valid.", issue?.path.join(".")));
  }
  const file = await exportFile(acting.value.tenantId, {
    name: "audit-log.csv",
    type: "text/csv; charset=utf-8",
    make: () => auditCsv(services, acting.value, read.data),
  });
  if (file.ok) return file.value;
  if (file.code === "forbidden") await noteRefused(services, acting.value, "exports/audit", file.detail);
  return refusedFile(services, request, file);
}
