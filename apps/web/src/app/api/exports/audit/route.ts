import { getContainer } from "../../../../server/container-registry.ts";
import { handleAuditExport } from "../../../../server/exports/handle-audit-export.ts";

export const GET = (request: Request): Promise<Response> => handleAuditExport(getContainer(), request);
