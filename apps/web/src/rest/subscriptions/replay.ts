import { exampleId, parsePublicId, replayPlanSchema, replayRequestSchema, startedReplaySchema } from "@hooklane/contracts";
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
  doc: {
    id: "replaySubscription",
    area: "Replays",
    summary: "Replay many deliveries",
    description:
      "Replays the deliveries of a subscription in a range of time, the dead ones unless told otherwise, at the pace that its endpoint allows, or at `max_rate_per_second` where that is slower. What is selected is settled when the call is answered. With `dry_run` nothing is replayed.",
    params: { id: "subscription" },
    body: {
      schema: replayRequestSchema,
      required: true,
      example: { since: "2026-11-28T00:00:00Z", until: "2026-11-29T00:00:00Z", states: ["dead"] },
    },
    answers: [
      {
        status: 200,
        description: "With `dry_run`: what the replay would do.",
        schema: replayPlanSchema,
        example: { selected: 12_000, exact: true, estimated_seconds: 240, own_rate_per_second: 50, oldest_at: "2026-11-28T03:10:00.000Z" },
      },
      {
        status: 202,
        description:
          "The job that replays them. The same range, asked for again while its job is open, answers the same job, at the rate that it has.",
        schema: startedReplaySchema,
        example: { job_id: exampleId("job") },
        headers: { Location: { description: "The path of the job.", always: true } },
      },
    ],
    problems: ["subscription_disabled"],
  },
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
