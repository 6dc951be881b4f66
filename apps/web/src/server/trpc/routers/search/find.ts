import { searchSchema } from "@hooklane/contracts";
import { findInTenant } from "../../../use-cases/search/find-in-tenant.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const find = tenantProcedure
  .input(inTenant(searchSchema.shape))
  .query(({ ctx, input }) => findInTenant(ctx.services, ctx.acting.tenantId, input.text));
