import { listKeys } from "../../../use-cases/keys/list-keys.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const list = tenantProcedure.input(inTenant({})).query(({ ctx }) => listKeys(ctx.services, ctx.acting.tenantId));
