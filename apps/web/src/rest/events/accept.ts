import { MAX_PAYLOAD_BYTES, MAX_REQUEST_BYTES } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { acceptEvent } from "../../server/use-cases/events/accept-event.ts";

const bodyRules = {
  maxBytes: MAX_REQUEST_BYTES,
  tooLarge: `A request may have at most ${MAX_REQUEST_BYTES} bytes, and the payload in it ${MAX_PAYLOAD_BYTES}.`,
};
const replayed = { "idempotent-replayed": "true" };

export const acceptRoute: Route = {
  method: "POST",
  path: "/v1/events",
  scope: "events:write",
  handle: async ({ services, caller, headers, readBytes }) => {
    const bytes = await readBytes(bodyRules);
    if (!bytes.ok) return bytes;
    const headerKey = headers["idempotency-key"] as string | undefined; // repeated ones come joined, which is no valid key
    const accepted = await acceptEvent(services.accept, { tenantId: caller.tenantId, bytes: bytes.value, headerKey });
    if (!accepted.ok) return accepted;
    const { eventId, deliveries, replayed: isReplayed } = accepted.value;
    return {
      status: 202,
      body: `{"event_id":"${eventId}","deliveries":${deliveries},"shed":[]}`,
      ...(isReplayed && { headers: replayed }),
    };
  },
};
