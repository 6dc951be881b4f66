import {
  deliveryHeaders,
  exampleId,
  type OpenApiDocument,
  type OpenApiParameter,
  type OpenApiWebhook,
  operationalEvents,
  operationalTypes,
} from "@hooklane/contracts";
import { z } from "zod";
import type { Schemas } from "./schemas.ts";

/** What a receiver answers, as far as it means anything to us. */
const responses = {
  "2XX": { description: "Delivered, whatever the body says. Answer as soon as the event is safe, and within 30 seconds." },
  "410": { description: "Gone: the subscription is disabled, and what waits for it is recorded dead, to be replayed." },
  "429": { description: "Not now: the lane slows down. `Retry-After` is kept, up to 6 hours." },
  "4XX": { description: "Dead at once, unless 408, 425, 429, or listed in `retryable_statuses`." },
  "5XX": { description: "Tried again with growing delays, as every answer that is not listed here, until the deadline." },
};

const header = (name: string, description: string, example: string): OpenApiParameter => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

/** What every delivery carries. */
const headers: OpenApiParameter[] = [
  header(deliveryHeaders.id, "The event's id: the same for every attempt and replay, and for every subscription.", exampleId("event")),
  header(deliveryHeaders.timestamp, "Unix seconds of this attempt. Refuse what is older than 5 minutes.", "1796040000"),
  header(
    deliveryHeaders.signature,
    "One `v1,<base64>` per live secret, newest first, joined by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body` (Standard Webhooks).",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
  header(
    deliveryHeaders.idempotencyKey,
    "SHA-256 in hex of event id, `|` and subscription id: the same for every attempt and replay. Do what an event asks for once per key.",
    "9b1f0c7cbb2d4a0f6f5e3f0f2c7d6f0d9f7c1f5d3f0a3f5b8d2d7f1a4c6e8b00",
  ),
  header(deliveryHeaders.sentAt, "The same as `webhook-timestamp`.", "1796040000"),
  header(deliveryHeaders.attempt, "The number of this attempt, from 1.", "1"),
];

const envelope = (type: z.ZodType, data: z.ZodType) =>
  z.object({
    id: z.string().describe("The event's id."),
    type,
    timestamp: z.iso.datetime().describe("When the event was accepted."),
    data,
  });

/** The requests that we make: any event's, and each of the platform's own. */
export function webhooks(schemas: Schemas): OpenApiDocument["webhooks"] {
  const own = operationalTypes.map((type) => {
    const { description, schema, example } = operationalEvents[type];
    const body = envelope(z.literal(type), schema);
    return [
      type,
      { post: webhook(`receive.${type}`, "Operational events", type, description, schemas.output(body), type, example) },
    ] as const;
  });
  const any = envelope(z.string().describe("The event's type."), z.unknown().describe("The payload, byte for byte as it was posted."));
  const event = webhook(
    "receiveEvent",
    "Deliveries to you",
    "An event",
    "What a subscription's endpoint gets. With the format `raw` the body is the payload alone. Further headers are those that the subscription asks for.",
    schemas.output(any),
    "order.paid",
    { order: 1042, total: "19.90" },
  );
  return { event: { post: event }, ...Object.fromEntries(own) };
}

function webhook(
  operationId: string,
  tag: string,
  summary: string,
  description: string,
  schema: OpenApiWebhook["requestBody"]["content"][string]["schema"],
  type: string,
  data: unknown,
): OpenApiWebhook {
  const value = { id: exampleId("event"), type, timestamp: "2026-11-29T12:00:00.000Z", data };
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    parameters: headers,
    requestBody: { required: true, content: { "application/json": { schema, examples: { example: { value } } } } },
    responses,
  };
}
