import { deleteWorkspace, keepWorkspace } from "../../../use-cases/workspaces/delete-workspace.ts";
import { unwrap } from "../../error.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const remove = tenantProcedure
  .input(inTenant({}))
  .mutation(async ({ ctx }) => unwrap(await deleteWorkspace(ctx.services, ctx.acting)));

export const keep = tenantProcedure.input(inTenant({})).mutation(async ({ ctx }) => unwrap(await keepWorkspace(ctx.services, ctx.acting)));
