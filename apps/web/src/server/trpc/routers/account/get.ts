import { getAccount } from "../../../use-cases/accounts/get-account.ts";
import { accountProcedure } from "../../procedures.ts";

export const get = accountProcedure.query(({ ctx }) => getAccount(ctx.services, ctx.actor));
