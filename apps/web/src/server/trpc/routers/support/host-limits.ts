import { setHostLimitSchema } from "@hooklane/contracts";
import { listHostLimits, setHostLimit as set } from "../../../use-cases/support/set-host-limit.ts";
import { unwrap } from "../../error.ts";
import { staffProcedure } from "../../procedures.ts";

export const hostLimits = staffProcedure.query(({ ctx }) => listHostLimits(ctx.services));

export const setHostLimit = staffProcedure
  .input(setHostLimitSchema)
  .mutation(async ({ ctx, input }) => unwrap(await set(ctx.services, ctx.staff, input)));
