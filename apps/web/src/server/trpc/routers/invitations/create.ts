import { inviteSchema } from "@hooklane/contracts";
import { invite } from "../../../use-cases/members/invite.ts";
import { unwrap } from "../../error.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const create = tenantProcedure
  .input(inTenant(inviteSchema.shape))
  .mutation(async ({ ctx, input: { email, role } }) => unwrap(await invite(ctx.services, ctx.acting, { email, role })));
