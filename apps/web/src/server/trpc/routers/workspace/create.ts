import { createWorkspaceSchema } from "@hooklane/contracts";
import { createWorkspace } from "../../../use-cases/workspaces/create-workspace.ts";
import { unwrap } from "../../error.ts";
import { accountProcedure } from "../../procedures.ts";

export const create = accountProcedure.input(createWorkspaceSchema).mutation(async ({ ctx, input }) => {
  const { id, sessionToken } = unwrap(await createWorkspace(ctx.services, ctx.request, ctx.actor, input.name));
  ctx.setSession(sessionToken);
  return { id };
});
