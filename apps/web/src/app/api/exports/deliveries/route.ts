import { getContainer } from "../../../../server/container-registry.ts";
import { handleDeliveriesExport } from "../../../../server/exports/handle-deliveries-export.ts";

export const GET = (request: Request): Promise<Response> => handleDeliveriesExport(getContainer(), request);
