import { jobSchema, parsePublicId } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { getJob } from "../../server/use-cases/replays/get-job.ts";
import { job } from "../examples.ts";

export const getRoute: Route = {
  method: "GET",
  path: "/v1/jobs/:id",
  scope: ["replay:write", "deliveries:read"],
  doc: {
    id: "getJob",
    area: "Replays",
    summary: "Read a job",
    description: "How far a bulk replay has come. It is completed when every delivery that it selected is final.",
    params: { id: "job" },
    answers: [{ status: 200, description: "The job.", schema: jobSchema, example: job }],
  },
  handle: async ({ services, caller, params }) => {
    const id = parsePublicId("job", params.id ?? "");
    const found = id ? await getJob(services, caller.tenantId, id) : notFound;
    return found.ok ? { status: 200, body: found.value } : found;
  },
};
