import { listTenantMembers } from "../../../use-cases/members/list-members.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const list = tenantProcedure.input(inTenant({})).query(({ ctx }) => listTenantMembers(ctx.services, ctx.acting));
