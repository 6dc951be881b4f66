import { listJobQueues } from "../../../use-cases/support/list-job-queues.ts";
import { staffProcedure } from "../../procedures.ts";

export const jobQueues = staffProcedure.query(({ ctx }) => listJobQueues(ctx.services));
