import { jobSchema, parsePublicId, updateJobSchema } from "@hooklane/contracts";
import { readInput } from "../../server/http/read-input.ts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { setJobRate } from "../../server/use-cases/replays/set-job-rate.ts";
import { actingFor } from "../acting.ts";
import { job } from "../examples.ts";

export const updateRoute: Route = {
  method: "PATCH",
  path: "/v1/jobs/:id",
  scope: "replay:write",
  doc: {
    id: "updateJob",
    area: "Replays",
    summary: "Change a job's rate",
    description:
      "Sets how fast an open bulk replay may go. It is so within a second or two: deliveries of the next five seconds are made already, and go as they were to go.",
    params: { id: "job" },
    body: { schema: updateJobSchema, required: true, example: { max_rate_per_second: 50 } },
    answers: [{ status: 200, description: "The job as it is now.", schema: jobSchema, example: job }],
    problems: ["job_ended"],
  },
  handle: async (call) => {
    const id = parsePublicId("job", call.params.id ?? "");
    if (!id) return notFound;
    const input = await readInput(call, updateJobSchema);
    if (!input.ok) return input;
    const changed = await setJobRate(call.services, actingFor(call), id, input.value.max_rate_per_second);
    return changed.ok ? { status: 200, body: changed.value } : changed;
  },
};
