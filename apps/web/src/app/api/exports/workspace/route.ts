import { getContainer } from "../../../../server/container-registry.ts";
import { handleWorkspaceExport } from "../../../../server/exports/handle-workspace-export.ts";

export const GET = (request: Request): Promise<Response> => handleWorkspaceExport(getContainer(), request);
