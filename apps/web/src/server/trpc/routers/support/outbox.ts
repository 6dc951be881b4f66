import { z } from "zod";
import { listOutbox, readOutboxMail } from "../../../use-cases/support/read-outbox.ts";
import { unwrap } from "../../error.ts";
import { staffProcedure } from "../../procedures.ts";

const MAX_ADDRESS_CHARACTERS = 254;

export const outbox = staffProcedure
  .input(z.strictObject({ recipient: z.string().trim().max(MAX_ADDRESS_CHARACTERS).default("") }))
  .query(({ ctx, input }) => listOutbox(ctx.services, input.recipient));

export const readMail = staffProcedure
  .input(z.strictObject({ id: z.guid() }))
  .mutation(async ({ ctx, input }) => unwrap(await readOutboxMail(ctx.services, ctx.staff, input.id)));
