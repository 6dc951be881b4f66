import { acceptedEventSchema, exampleId, MAX_PAYLOAD_BYTES, MAX_REQUEST_BYTES, postEventSchema } from "@hooklane/contracts";
import type { Answer } from "../../server/http/answer.ts";
import type { Route } from "../../server/http/route.ts";
import type { Result } from "../../server/result.ts";
import { type AcceptedEvent, acceptEvent } from "../../server/use-cases/events/accept-event.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";

const bodyRules = {
  maxBytes: MAX_REQUEST_BYTES,
  tooLarge: `A request may have at most ${MAX_REQUEST_BYTES} bytes, and the payload in it ${MAX_PAYLOAD_BYTES}.`,
};

export const acceptRoute: Route = {
  method: "POST",
  path: "/v1/events",
  scope: "events:write",
  doc: {
    id: "acceptEvent",
    area: "Events",
    summary: "Hand in an event",
    description:
      "Accepts one event for every matching subscription of the tenant. The answer comes after the commit of the event and its deliveries: what was answered 202 is not lost. With an idempotency key the call may be repeated: the same event is taken once, and answered the same.",
    headers: [
      {
        name: "Idempotency-Key",
        description: "Makes the call repeatable: 1 to 255 visible ASCII characters, kept for 48 hours, your tenant's own.",
        schema: postEventSchema.shape.idempotency_key,
        example: "order-1042-paid",
      },
    ],
    body: { schema: postEventSchema, required: true, example: { type: "order.paid", payload: { order: 1042, total: "19.90" } } },
    answers: [
      {
        status: 202,
        description: "Accepted, and durable.",
        schema: acceptedEventSchema,
        example: { event_id: exampleId("event"), deliveries: 3, shed: [] },
        headers: {
          ...rateLimitHeaders,
          "Idempotent-Replayed": { description: "`true` when an earlier call with this idempotency key had accepted the event." },
        },
      },
    ],
    problems: ["payload_too_large", "idempotency_key_reused", "invalid_geometry", "ingest_quota_exceeded", "subscription_backlog_shed"],
  },
  handle: async ({ services, caller, headers, readBytes }) => {
    const limit = services.ingest.take(caller, 1);
    if (limit.refusal) return limit.refusal;
    const bytes = await readBytes(bodyRules);
    if (!bytes.ok) return { ...bytes, headers: limit.headers };
    const headerKey = headers["idempotency-key"] as string | undefined; // repeated ones come joined, which is no valid key
    const accepted = await acceptEvent(services.accept, caller, { bytes: bytes.value, headerKey });
    return accepted.ok ? answer(accepted, limit.headers) : { ...accepted, headers: limit.headers };
  },
};

function answer({ value }: Result<AcceptedEvent> & { ok: true }, headers: Record<string, string>): Answer {
  const { eventId, deliveries, shed, replayed } = value;
  return {
    status: 202,
    body: `{"event_id":"${eventId}","deliveries":${deliveries},"shed":${JSON.stringify(shed)}}`,
    headers: replayed ? { ...headers, "idempotent-replayed": "true" } : headers,
  };
}
