import { parsePublicId, replayRequestSchema } from "@hooklane/contracts";
import { readInput } from "../../server/http/read-input.ts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { planReplay } from "../../server/use-cases/replays/plan-replay.ts";
import { startReplay } from "../../server/use-cases/replays/start-replay.ts";
import { actingFor } from "../acting.ts";

export const replayRoute: Route = {
  method: "POST",
  path: "/v1/subscriptions/:id/replay",
  scope: "replay:write",
  handle: async (call) => {
    const id = parsePublicId("subscription", call.params.id ?? "");
    if (!id) return notFound;
    const input = await readInput(call, replayRequestSchema);
    if (!input.ok) return input;
    const { dry_run: isDryRun, ...filter } = input.value;
    if (isDryRun) {
      const planned = await planReplay(call.services, actingFor(call), id, filter);
      return planned.ok ? { status: 200, body: planned.value } : planned;
    }
    const started = await startReplay(call.services, actingFor(call), id, filter);
    return started.ok ? { status: 202, body: started.value, headers: { location: `/v1/jobs/${started.value.job_id}` } } : started;
  },
};
