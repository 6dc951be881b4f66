import { type IdKind, listDeliveriesSchema, listTenantDeliveriesSchema, parsePublicId } from "@hooklane/contracts";
import { z } from "zod";
import { notFound, refuse } from "../result.ts";
import type { Services } from "../services.ts";
import { actingIn, refusedFile } from "./acting-in.ts";
import { deliveriesCsv } from "./deliveries-csv.ts";
import { exportFile } from "./export-file.ts";

/** The list's filters as they stand in an address. */
const querySchema = listTenantDeliveriesSchema
  .omit({ cursor: true, limit: true })
  .extend({ tenantId: z.string(), endpointId: z.string().optional(), state: listDeliveriesSchema.shape.state });

/** Answers a request for the log of deliveries as a CSV file: a download, written as it is read. */
export async function handleDeliveriesExport(services: Services, request: Request): Promise<Response> {
  const parameters = Object.fromEntries(new URL(request.url).searchParams);
  const acting = await actingIn(services, request, parameters.tenantId ?? null);
  if (!acting.ok) return refusedFile(services, request, acting);
  const query = querySchema.safeParse(parameters);
  if (!query.success) {
    const [issue] = query.error.issues;
    return refusedFile(services, request, refuse("invalid_parameter", issue?.message ?? "A filter is not valid.", issue?.path.join(".")));
  }
  const { tenantId: _, endpointId, eventId, jobId, ...filter } = query.data;
  const of = readIds({ subscriptionId: ["subscription", endpointId], eventId: ["event", eventId], jobId: ["job", jobId] });
  if (!of) return refusedFile(services, request, notFound);
  const file = await exportFile(acting.value.tenantId, {
    name: "deliveries.csv",
    type: "text/csv; charset=utf-8",
    make: () => deliveriesCsv(services, acting.value.tenantId, of, filter),
  });
  return file.ok ? file.value : refusedFile(services, request, file);
}

/** Database ids behind public ones; undefined when one of them is no id of its kind. */
function readIds<Name extends string>(ids: Record<Name, [IdKind, string | undefined]>): Partial<Record<Name, string>> | undefined {
  const read: Partial<Record<Name, string>> = {};
  for (const [name, [kind, text]] of Object.entries(ids) as [Name, [IdKind, string | undefined]][]) {
    if (text === undefined) continue;
    const id = parsePublicId(kind, text);
    if (id === undefined) return undefined;
    read[name] = id;
  }
  return read;
}
