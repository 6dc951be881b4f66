import { parsePublicId } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { getJob } from "../../server/use-cases/replays/get-job.ts";

export const getRoute: Route = {
  method: "GET",
  path: "/v1/jobs/:id",
  scope: ["replay:write", "deliveries:read"],
  handle: async ({ services, caller, params }) => {
    const id = parsePublicId("job", params.id ?? "");
    const found = id ? await getJob(services, caller.tenantId, id) : notFound;
    return found.ok ? { status: 200, body: found.value } : found;
  },
};
