import { parsePublicId } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { changeJob } from "../../server/use-cases/replays/change-job.ts";
import { actingFor } from "../acting.ts";

/** `POST /v1/jobs/{id}/cancel`, and its siblings: no body. */
export const changeRoute = (verb: "cancel" | "pause" | "resume"): Route => ({
  method: "POST",
  path: `/v1/jobs/:id/${verb}`,
  scope: "replay:write",
  handle: async (call) => {
    const id = parsePublicId("job", call.params.id ?? "");
    const changed = id ? await changeJob(call.services, actingFor(call), id, verb) : notFound;
    return changed.ok ? { status: 200, body: changed.value } : changed;
  },
});
