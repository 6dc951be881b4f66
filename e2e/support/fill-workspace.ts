import { type Receiver, waitFor } from "@hooklane/testkit";
import type { BrowserContext } from "@playwright/test";
import { call } from "./workspace.ts";

/** What to show of a filled workspace, by public ids. */
export interface FilledWorkspace {
  healthy: string;
  failing: string;
  refusing: string;
  paused: string;
  delivered: string;
  pending: string;
  dead: string;
  event: string;
  job: string;
  key: string;
}

interface FillOptions {
  context: BrowserContext;
  baseUrl: string;
  tenantId: string;
  /** With endpoints of these names: one that answers 2xx, one that fails, one that refuses. */
  receiver: Receiver;
  /** Events to post. */
  events: number;
}

const types = ["order.paid", "order.created", "invoice.sent", "order.cancelled", "order.shipped"];

/** Fills a workspace with endpoints that fare differently, and events for them; ends when each fate has a delivery to show. */
export async function fillWorkspace({ context, baseUrl, tenantId, receiver, events }: FillOptions): Promise<FilledWorkspace> {
  const ask = async (path: string, input: object) => {
    const { status, body } = await call(context, baseUrl, path, { tenantId, ...input });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const create = async (name: string, path: string, description: string, event_types: string[], custom_headers = {}): Promise<string> =>
    (await ask("endpoints.create", { url: receiver.url(name, path), description, event_types, custom_headers })).id;

  const healthy = await create("healthy", "/webhooks/orders", "Order service, production", ["order.*"], { "x-environment": "production" });
  const failing = await create("failing", "/webhooks/warehouse", "Warehouse picking", ["order.paid", "order.cancelled"]);
  const refusing = await create("refusing", "/webhooks/billing", "Old billing system", ["invoice.*"]);
  const paused = await create("healthy", "/webhooks/audit", "Audit trail, paused for maintenance", ["*"]);
  await ask("endpoints.pause", { endpointId: paused });
  await ask("secrets.rotate", { endpointId: healthy, grace_seconds: 86_400 });
  const { key } = await ask("keys.create", { name: "shop backend", scopes: ["events:write", "deliveries:read"] });
  const old = await ask("keys.create", { name: "import of March", scopes: ["events:write"] });
  await ask("keys.revoke", { keyId: old.id });

  for (let index = 0; index < events; index++) {
    const answer = await context.request.post(`${baseUrl}/v1/events`, {
      headers: { authorization: `Bearer ${key}` },
      data: { type: types[index % types.length], payload: order(index) },
    });
    if (answer.status() !== 202) throw new Error(`an event was not accepted: ${answer.status()} ${await answer.text()}`);
  }
  const attempted = (endpointId: string, state: string): Promise<string> =>
    waitFor(
      async () => {
        const { body } = await call(context, baseUrl, "deliveries.list", { tenantId, endpointId, state: [state] }, "query");
        return body.data.find((row: { attempt_count: number }) => row.attempt_count > 0)?.id;
      },
      { what: `a delivery that was attempted and is ${state}`, timeoutMs: 30_000, intervalMs: 200 },
    );
  await ask("eventTypes.create", {
    name: "order.paid",
    description: "The customer paid, and the order may be shipped.",
    example: order(0),
    schema: { type: "object", required: ["order", "total"], properties: { order: { type: "integer" }, total: { type: "object" } } },
  });
  await ask("inbox.open", {});
  const delivered = await attempted(healthy, "delivered");
  const pending = await attempted(failing, "pending");
  const dead = await attempted(refusing, "dead");
  const { body: shown } = await call(context, baseUrl, "deliveries.get", { tenantId, deliveryId: delivered }, "query");
  const { job_id: job } = await ask("replays.start", {
    endpointId: healthy,
    since: new Date(Date.now() - 3_600_000).toISOString(),
    until: new Date(Date.now() + 3_600_000).toISOString(),
    states: ["delivered"],
  });
  return { healthy, failing, refusing, paused, delivered, pending, dead, event: shown.event_id, job, key };
}

const order = (index: number) => ({
  order: 10_420 + index,
  total: { amount: (19.9 + index).toFixed(2), currency: "EUR" },
  customer: { id: `cus_${index}`, name: "Ada Lovelace", vip: index % 7 === 0 },
  lines: [
    { sku: "HL-100", quantity: 2 },
    { sku: "HL-205", quantity: 1, note: null },
  ],
});
