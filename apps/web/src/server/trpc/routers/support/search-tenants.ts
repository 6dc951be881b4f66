import { z } from "zod";
import { searchTenants as search } from "../../../use-cases/support/search-tenants.ts";
import { staffProcedure } from "../../procedures.ts";

const MAX_TEXT = 200;

export const searchTenants = staffProcedure
  .input(z.strictObject({ text: z.string().max(MAX_TEXT) }))
  .query(({ ctx, input }) => search(ctx.services, input.text));
