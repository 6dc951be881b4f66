import { getInbox } from "../../../use-cases/inbox/get-inbox.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const get = tenantProcedure.input(inTenant({})).query(({ ctx }) => getInbox(ctx.services, ctx.acting.tenantId));
