import { getMe } from "../../../use-cases/accounts/get-me.ts";
import { userProcedure } from "../../procedures.ts";

export const get = userProcedure.query(({ ctx }) => getMe(ctx.services, ctx.actor));
