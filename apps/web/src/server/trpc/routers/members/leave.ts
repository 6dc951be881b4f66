import { removeMember } from "../../../use-cases/members/change-member.ts";
import { unwrap } from "../../error.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const leave = tenantProcedure
  .input(inTenant({}))
  .mutation(async ({ ctx }) => unwrap(await removeMember(ctx.services, ctx.acting, ctx.actor.userId)));
