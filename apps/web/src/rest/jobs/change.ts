import { jobSchema, parsePublicId } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { changeJob } from "../../server/use-cases/replays/change-job.ts";
import { actingFor } from "../acting.ts";
import { job } from "../examples.ts";

const told = {
  cancel: {
    summary: "Cancel a job",
    description: "What it has not sent ends dead and is counted as cancelled; what is in flight ends as it ends.",
  },
  pause: { summary: "Pause a job", description: "No more deliveries are fed until it is resumed." },
  resume: { summary: "Resume a job", description: "Ends a pause: it goes on where it was." },
} as const;

/** `POST /v1/jobs/{id}/cancel`, and its siblings: no body. */
export const changeRoute = (verb: "cancel" | "pause" | "resume"): Route => ({
  method: "POST",
  path: `/v1/jobs/:id/${verb}`,
  scope: "replay:write",
  doc: {
    id: `${verb}Job`,
    area: "Replays",
    ...told[verb],
    params: { id: "job" },
    answers: [{ status: 200, description: "The job as it is now.", schema: jobSchema, example: job }],
    problems: ["job_ended"],
  },
  handle: async (call) => {
    const id = parsePublicId("job", call.params.id ?? "");
    const changed = id ? await changeJob(call.services, actingFor(call), id, verb) : notFound;
    return changed.ok ? { status: 200, body: changed.value } : changed;
  },
});
