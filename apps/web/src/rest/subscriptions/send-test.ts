import { parsePublicId, sendTestSchema } from "@hooklane/contracts";
import { readOptionalInput } from "../../server/http/read-input.ts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { sendTest } from "../../server/use-cases/tests/send-test.ts";
import { actingFor } from "../acting.ts";

export const sendTestRoute: Route = {
  method: "POST",
  path: "/v1/subscriptions/:id/test",
  scope: "subscriptions:write",
  handle: async (call) => {
    const id = parsePublicId("subscription", call.params.id ?? "");
    if (!id) return notFound;
    const test = await readOptionalInput(call, sendTestSchema);
    if (!test.ok) return test;
    const sent = await sendTest(call.services, actingFor(call), id, test.value);
    return sent.ok ? { status: 202, body: sent.value } : sent;
  },
};
