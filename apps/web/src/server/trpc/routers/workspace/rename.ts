import { createWorkspaceSchema } from "@hooklane/contracts";
import { renameWorkspace } from "../../../use-cases/workspaces/rename-workspace.ts";
import { unwrap } from "../../error.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const rename = tenantProcedure
  .input(inTenant(createWorkspaceSchema.shape))
  .mutation(async ({ ctx, input }) => unwrap(await renameWorkspace(ctx.services, ctx.acting, input.name)));
