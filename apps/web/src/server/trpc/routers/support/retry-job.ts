import { type QueueName, queueNames } from "@hooklane/contracts";
import { z } from "zod";
import { retryJob as retry } from "../../../use-cases/support/retry-job.ts";
import { unwrap } from "../../error.ts";
import { staffProcedure } from "../../procedures.ts";

export const retryJob = staffProcedure
  .input(z.strictObject({ queue: z.enum(queueNames as [QueueName, ...QueueName[]]), id: z.guid() }))
  .mutation(async ({ ctx, input }) => unwrap(await retry(ctx.services, ctx.staff, input.queue, input.id)));
