import { z } from "zod";
import { removeMember } from "../../../use-cases/members/change-member.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const remove = tenantProcedure
  .input(inTenant({ userId: z.string() }))
  .mutation(async ({ ctx, input }) => unwrap(await removeMember(ctx.services, ctx.acting, idOf("user", input.userId))));
