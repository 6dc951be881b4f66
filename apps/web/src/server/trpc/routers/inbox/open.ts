import { openInbox } from "../../../use-cases/inbox/open-inbox.ts";
import { unwrap } from "../../error.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const open = tenantProcedure.input(inTenant({})).mutation(async ({ ctx }) => unwrap(await openInbox(ctx.services, ctx.acting)));
