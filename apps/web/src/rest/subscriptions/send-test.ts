import { exampleId, parsePublicId, sendTestSchema, sentTestSchema } from "@hooklane/contracts";
import { readOptionalInput } from "../../server/http/read-input.ts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { sendTest } from "../../server/use-cases/tests/send-test.ts";
import { actingFor } from "../acting.ts";

export const sendTestRoute: Route = {
  method: "POST",
  path: "/v1/subscriptions/:id/test",
  scope: "subscriptions:write",
  doc: {
    id: "sendTest",
    area: "Subscriptions",
    summary: "Send a test event",
    description:
      "Sends an event to this subscription alone, whatever types it asks for, by the way of every delivery. A disabled subscription gets it too; for a paused one it waits.",
    params: { id: "subscription" },
    body: { schema: sendTestSchema, required: false, example: { type: "order.paid", payload: { order: 1042 } } },
    answers: [
      {
        status: 202,
        description: "On its way.",
        schema: sentTestSchema,
        example: { delivery_id: exampleId("delivery"), event_id: exampleId("event") },
      },
    ],
    problems: ["payload_too_large"],
  },
  handle: async (call) => {
    const id = parsePublicId("subscription", call.params.id ?? "");
    if (!id) return notFound;
    const test = await readOptionalInput(call, sendTestSchema);
    if (!test.ok) return test;
    const sent = await sendTest(call.services, actingFor(call), id, test.value);
    return sent.ok ? { status: 202, body: sent.value } : sent;
  },
};
