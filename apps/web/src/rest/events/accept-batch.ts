import { acceptedBatchSchema, type BatchResult, exampleId, MAX_BATCH_BYTES, postBatchSchema, problems } from "@hooklane/contracts";
import { readBatch } from "../../server/accept/read-batch.ts";
import type { Route } from "../../server/http/route.ts";
import { type Result, refuse } from "../../server/result.ts";
import { acceptBatch } from "../../server/use-cases/events/accept-batch.ts";
import type { AcceptedEvent } from "../../server/use-cases/events/accept-event.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";

const bodyRules = { maxBytes: MAX_BATCH_BYTES, tooLarge: `A batch may have at most ${MAX_BATCH_BYTES} bytes.` };

export const acceptBatchRoute: Route = {
  method: "POST",
  path: "/v1/events/batch",
  scope: "events:write",
  doc: {
    id: "acceptBatch",
    area: "Events",
    summary: "Hand in many events",
    description:
      "Accepts up to 500 events, each by itself: one that is refused sinks no other. The answer has one result per event, in their order. A key for the whole batch does not exist: each event may have its own `idempotency_key`.",
    body: {
      schema: postBatchSchema,
      required: true,
      example: {
        events: [
          { type: "order.paid", payload: { order: 1042 } },
          { type: "hooklane.own", payload: null },
        ],
      },
    },
    answers: [
      {
        status: 202,
        description: "What became of each event. What has the status 202 is durable.",
        schema: acceptedBatchSchema,
        example: {
          results: [
            { status: 202, event_id: exampleId("event"), deliveries: 3, shed: [], idempotent_replayed: false },
            {
              status: 422,
              code: "unprocessable",
              title: problems.unprocessable[1],
              detail: "Types that begin with hooklane. are the platform's own.",
              field: "type",
            },
          ],
        },
        headers: rateLimitHeaders,
      },
    ],
    problems: ["ingest_quota_exceeded"],
  },
  handle: async ({ services, caller, headers, readBytes }) => {
    if (headers["idempotency-key"] !== undefined) {
      return refuse("unprocessable", "A batch has no key of its own: give each event its idempotency_key.", "Idempotency-Key");
    }
    // Whoever owes already is told before the body is read; what the batch costs is known after
    const standing = services.ingest.take(caller, 0);
    if (standing.refusal) return standing.refusal;
    const bytes = await readBytes(bodyRules);
    if (!bytes.ok) return { ...bytes, headers: standing.headers };
    const slices = readBatch(bytes.value);
    if (!slices.ok) return { ...slices, headers: standing.headers };
    const limit = services.ingest.take(caller, slices.value.length);
    if (limit.refusal) return limit.refusal;
    const events = slices.value.map(({ start, end }) => bytes.value.subarray(start, end));
    const accepted = await acceptBatch(services.accept, caller, events);
    if (!accepted.ok) return { ...accepted, headers: limit.headers };
    return { status: 202, body: { results: accepted.value.map(itemResult) }, headers: limit.headers };
  },
};

function itemResult(result: Result<AcceptedEvent>): BatchResult {
  if (result.ok) {
    const { eventId, deliveries, shed, replayed } = result.value;
    return { status: 202, event_id: eventId, deliveries, shed, idempotent_replayed: replayed };
  }
  const { code, detail, field } = result;
  const [status, title] = problems[code];
  return { status, code, title, detail, ...(field !== undefined && { field }) };
}
