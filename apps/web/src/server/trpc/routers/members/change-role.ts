import { changeRoleSchema } from "@hooklane/contracts";
import { changeRole as change } from "../../../use-cases/members/change-member.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const changeRole = tenantProcedure
  .input(inTenant(changeRoleSchema.shape))
  .mutation(async ({ ctx, input }) => unwrap(await change(ctx.services, ctx.acting, idOf("user", input.userId), input.role)));
