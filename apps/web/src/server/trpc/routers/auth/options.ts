import { getSignInOptions } from "../../../use-cases/accounts/get-sign-in-options.ts";
import { publicProcedure } from "../../procedures.ts";

export const options = publicProcedure.query(({ ctx }) => getSignInOptions(ctx.services));
