// npm install @hooklane/sdk
import { Hooklane } from "@hooklane/sdk";

const hooklane = new Hooklane({ baseUrl: process.env.HOOKLANE_URL, apiKey: process.env.HOOKLANE_API_KEY });

// The same key makes one event, however often it is sent; the client repeats what failed on its way
const { event_id } = await hooklane.events.publish({
  type: "order.paid",
  payload: { order: 1042, total: "19.90" },
  idempotency_key: "order-1042-paid",
});
console.log(event_id);
