import { type ProblemCode, parsePublicId } from "@hooklane/contracts";
import { call } from "./call.ts";
import type { StartedWeb } from "./start-web.ts";

/** A tenant with something of everything in it. */
export interface ContractWorld {
  web: StartedWeb;
  key: string;
  /** A fresh endpoint, for calls that change one. */
  newSubscription(): Promise<string>;
  subscriptionId: string;
  eventId: string;
  deliveryId: string;
}

/** One call: what stands for the parameter of the path, and what is sent. */
export interface Asked {
  id?: string;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

interface ContractCase {
  /** Calls that are done. */
  good: readonly ((world: ContractWorld) => Asked | Promise<Asked>)[];
  /** Calls that are refused for a reason of their own: what every call has in common is tried anyway. */
  bad: readonly { asked: (world: ContractWorld) => Asked | Promise<Asked>; code: ProblemCode; field?: string }[];
}

const ofNew = async (world: ContractWorld): Promise<Asked> => ({ id: await world.newSubscription() });
const ofSubscription = ({ subscriptionId: id }: ContractWorld): Asked => ({ id });
const endpoint = { url: "http://127.0.0.1:9/hook", event_types: ["order.*"] };
const large = "x".repeat(270_000);

async function disabled(world: ContractWorld): Promise<Asked> {
  const id = await world.newSubscription();
  await world.web.owner.query("UPDATE subscriptions SET state = 'disabled', disabled_reason = 'gone' WHERE id = $1", [
    parsePublicId("subscription", id),
  ]);
  return { id };
}

async function paused(world: ContractWorld): Promise<Asked> {
  const id = await world.newSubscription();
  await call(world.web, "POST", `/v1/subscriptions/${id}/pause`, { key: world.key });
  return { id };
}

const range = { since: "2026-01-01T00:00:00Z", until: "2099-01-01T00:00:00Z" };

/** A job of its own, over a subscription of its own. */
async function newJob(world: ContractWorld): Promise<Asked> {
  const { json } = await call(world.web, "POST", `/v1/subscriptions/${await world.newSubscription()}/replay`, {
    key: world.key,
    body: range,
  });
  return { id: json.job_id };
}

/** A job to which one of its verbs was done. */
const jobAfter =
  (verb: "pause" | "cancel") =>
  async (world: ContractWorld): Promise<Asked> => {
    const asked = await newJob(world);
    await call(world.web, "POST", `/v1/jobs/${asked.id}/${verb}`, { key: world.key });
    return asked;
  };

/** The world's delivery, final. */
async function dead({ web, deliveryId }: ContractWorld): Promise<Asked> {
  await web.owner.query("UPDATE deliveries SET state = 'dead', finished_at = now() WHERE id = $1", [parsePublicId("delivery", deliveryId)]);
  return { id: deliveryId };
}

/** A delivery that is not final: of a test. */
async function pending(world: ContractWorld): Promise<Asked> {
  const { json } = await call(world.web, "POST", `/v1/subscriptions/${world.subscriptionId}/test`, { key: world.key });
  return { id: json.delivery_id };
}

async function newEvent({ web, key }: ContractWorld): Promise<Asked> {
  return { id: (await call(web, "POST", "/v1/events", { key, body: { type: "order.paid", payload: "secret" } })).json.event_id };
}

/** An event whose payload is gone. */
async function erased(world: ContractWorld): Promise<Asked> {
  const asked = await newEvent(world);
  await call(world.web, "DELETE", `/v1/events/${asked.id}/payload`, { key: world.key });
  return asked;
}

let types = 0;
const nextTypeName = (): string => `contract.t${++types}`;

/** @returns the name of a new type of the catalogue */
async function newType({ web, key }: ContractWorld, fields: Record<string, unknown> = {}): Promise<string> {
  const name = nextTypeName();
  await call(web, "POST", "/v1/event-types", { key, body: { name, ...fields } });
  return name;
}

/** Cases for every operation of the document, by its id. */
export const contractCases: Record<string, ContractCase> = {
  getDocument: { good: [() => ({})], bad: [] },
  acceptEvent: {
    good: [
      () => ({ body: { type: "order.paid", payload: { n: 1 } } }),
      () => ({ body: { type: "order.paid", payload: null, idempotency_key: "contract-1" } }),
      () => ({ body: { type: "order.paid", payload: null, idempotency_key: "contract-1" }, headers: { "idempotency-key": "contract-1" } }),
    ],
    bad: [
      { asked: () => ({ body: { type: "order.paid" } }), code: "unprocessable", field: "payload" },
      { asked: () => ({ body: { type: "hooklane.x", payload: 1 } }), code: "unprocessable", field: "type" },
      {
        asked: () => ({ body: { type: "order.paid", payload: 2, idempotency_key: "contract-1" } }),
        code: "idempotency_key_reused",
        field: "idempotency_key",
      },
      { asked: () => ({ body: { type: "order.paid", payload: large } }), code: "payload_too_large", field: "payload" },
      {
        asked: async (world) => ({ body: { type: await newType(world, { kind: "geojson" }), payload: { type: "Point" } } }),
        code: "invalid_geometry",
        field: "payload.type",
      },
      { asked: () => ({ body: { type: "order.paid", payload: 1, audience: "all" } }), code: "forbidden", field: "audience" },
    ],
  },
  acceptBatch: {
    good: [
      () => ({
        body: {
          events: [
            { type: "order.paid", payload: 1 },
            { type: "order.paid", payload: 2, idempotency_key: "contract-b" },
          ],
        },
      }),
    ],
    bad: [
      { asked: () => ({ body: { events: [] } }), code: "unprocessable", field: "events" },
      {
        asked: () => ({ body: { events: [{ type: "a.b", payload: 1 }] }, headers: { "idempotency-key": "k" } }),
        code: "unprocessable",
        field: "Idempotency-Key",
      },
    ],
  },
  listEvents: {
    good: [() => ({}), () => ({ query: "?type=order.paid&since=2026-01-01T00:00:00Z&until=2099-01-01T00:00:00Z&limit=1" })],
    bad: [
      { asked: () => ({ query: "?type=a..b" }), code: "invalid_parameter", field: "type" },
      { asked: () => ({ query: "?until=tomorrow" }), code: "invalid_parameter", field: "until" },
    ],
  },
  getEvent: { good: [({ eventId: id }) => ({ id }), erased], bad: [] },
  erasePayload: { good: [newEvent, erased], bad: [] },
  createEventType: {
    good: [
      () => ({ body: { name: nextTypeName() } }),
      () => ({
        body: {
          name: nextTypeName(),
          description: "Seen.",
          kind: "geojson",
          schema: { type: "object" },
          example: null,
          derived_key: { device_id: "/properties/id" },
          announce_completed: true,
        },
      }),
    ],
    bad: [
      { asked: () => ({ body: { name: "hooklane.x" } }), code: "unprocessable", field: "name" },
      { asked: async (world) => ({ body: { name: await newType(world) } }), code: "already_exists", field: "name" },
    ],
  },
  listEventTypes: {
    good: [() => ({}), () => ({ query: "?limit=1" })],
    bad: [{ asked: () => ({ query: "?cursor=no" }), code: "invalid_parameter", field: "cursor" }],
  },
  getEventType: { good: [async (world) => ({ id: await newType(world) })], bad: [] },
  updateEventType: {
    good: [async (world) => ({ id: await newType(world), body: { description: "changed", schema: true } })],
    bad: [{ asked: async (world) => ({ id: await newType(world), body: {} }), code: "unprocessable" }],
  },
  getLimits: { good: [() => ({})], bad: [] },
  createSubscription: {
    good: [
      () => ({ body: endpoint }),
      () => ({
        body: {
          ...endpoint,
          filter: { n: { $gte: 1 } },
          rate_limit: 5,
          custom_headers: { "x-a": "b" },
          retry_policy: { jitter: "full" },
          retryable_statuses: [{ status: 404, max_attempts: 3 }],
        },
      }),
    ],
    bad: [
      { asked: () => ({ body: { event_types: ["*"] } }), code: "unprocessable", field: "url" },
      { asked: () => ({ body: { ...endpoint, url: "ftp://files.example.com" } }), code: "unprocessable", field: "url" },
      { asked: () => ({ body: { ...endpoint, event_types: ["a..b"] } }), code: "unprocessable", field: "event_types.0" },
      { asked: () => ({ body: { ...endpoint, filter: { n: { $near: 1 } } } }), code: "unprocessable", field: "filter.n.$near" },
      { asked: () => ({ body: { ...endpoint, retry_policy: { bass_ms: 1 } } }), code: "unprocessable", field: "retry_policy.bass_ms" },
    ],
  },
  listSubscriptions: {
    good: [() => ({}), () => ({ query: "?limit=1" })],
    bad: [
      { asked: () => ({ query: "?limit=0" }), code: "invalid_parameter", field: "limit" },
      { asked: () => ({ query: "?cursor=no" }), code: "invalid_parameter", field: "cursor" },
    ],
  },
  getSubscription: { good: [ofSubscription], bad: [] },
  updateSubscription: {
    good: [async (world) => ({ ...(await ofNew(world)), body: { description: "changed", event_types: ["*"] } })],
    bad: [
      { asked: (world) => ({ ...ofSubscription(world), body: {} }), code: "unprocessable" },
      { asked: (world) => ({ ...ofSubscription(world), body: { ordered: true } }), code: "unprocessable", field: "ordered" },
    ],
  },
  deleteSubscription: { good: [ofNew], bad: [] },
  pauseSubscription: { good: [ofNew], bad: [{ asked: disabled, code: "unprocessable", field: "state" }] },
  resumeSubscription: { good: [paused, ofNew], bad: [{ asked: disabled, code: "unprocessable", field: "state" }] },
  enableSubscription: { good: [disabled, ofNew], bad: [{ asked: paused, code: "unprocessable", field: "state" }] },
  rotateSecret: {
    good: [ofNew, async (world) => ({ ...(await ofNew(world)), body: { grace_seconds: 60 } })],
    bad: [
      { asked: (world) => ({ ...ofSubscription(world), body: { grace_seconds: -1 } }), code: "unprocessable", field: "grace_seconds" },
      { asked: (world) => ({ ...ofSubscription(world), body: { secret: "short" } }), code: "unprocessable", field: "secret" },
    ],
  },
  revokePreviousSecrets: {
    good: [
      async (world) => {
        const id = await world.newSubscription();
        await call(world.web, "POST", `/v1/subscriptions/${id}/secret/rotate`, { key: world.key });
        return { id };
      },
    ],
    bad: [],
  },
  sendTest: {
    good: [ofSubscription, (world) => ({ ...ofSubscription(world), body: { type: "order.test", payload: [1, "two", { three: null }] } })],
    bad: [
      { asked: (world) => ({ ...ofSubscription(world), body: { type: "hooklane.delivery.dead" } }), code: "unprocessable", field: "type" },
      { asked: (world) => ({ ...ofSubscription(world), body: { type: "not a type" } }), code: "unprocessable", field: "type" },
    ],
  },
  getHealth: { good: [ofSubscription], bad: [] },
  listDeliveries: {
    good: [
      ofSubscription,
      (world) => ({ ...ofSubscription(world), query: "?state=pending,dead&since=2026-11-29T12:00:00%2B01:00&type=order.paid&limit=2" }),
    ],
    bad: [
      { asked: (world) => ({ ...ofSubscription(world), query: "?state=lost" }), code: "invalid_parameter", field: "state" },
      { asked: (world) => ({ ...ofSubscription(world), query: "?since=yesterday" }), code: "invalid_parameter", field: "since" },
      { asked: (world) => ({ ...ofSubscription(world), query: "?limit=1&limit=2" }), code: "invalid_parameter", field: "limit" },
    ],
  },
  getDelivery: { good: [({ deliveryId: id }) => ({ id })], bad: [] },
  replayDelivery: { good: [dead], bad: [{ asked: pending, code: "delivery_not_final" }] },
  replaySubscription: {
    good: [
      async (world) => ({ ...(await ofNew(world)), body: { ...range, max_rate_per_second: 20, dry_run: true } }),
      async (world) => ({ ...(await ofNew(world)), body: { ...range, types: ["order.paid"], states: ["dead", "delivered"] } }),
    ],
    bad: [
      {
        asked: (world) => ({ ...ofSubscription(world), body: { since: range.until, until: range.since } }),
        code: "unprocessable",
        field: "until",
      },
      {
        asked: (world) => ({ ...ofSubscription(world), body: { ...range, states: ["pending"] } }),
        code: "unprocessable",
        field: "states.0",
      },
      {
        asked: (world) => ({ ...ofSubscription(world), body: { ...range, max_rate_per_second: 10_001 } }),
        code: "unprocessable",
        field: "max_rate_per_second",
      },
      { asked: async (world) => ({ ...(await disabled(world)), body: range }), code: "subscription_disabled" },
    ],
  },
  getJob: { good: [newJob], bad: [] },
  updateJob: {
    good: [
      async (world) => ({ ...(await newJob(world)), body: { max_rate_per_second: 2.5 } }),
      async (world) => ({ ...(await newJob(world)), body: { max_rate_per_second: null } }),
    ],
    bad: [
      {
        asked: async (world) => ({ ...(await newJob(world)), body: { max_rate_per_second: 0 } }),
        code: "unprocessable",
        field: "max_rate_per_second",
      },
      { asked: async (world) => ({ ...(await newJob(world)), body: {} }), code: "unprocessable", field: "max_rate_per_second" },
      { asked: async (world) => ({ ...(await jobAfter("cancel")(world)), body: { max_rate_per_second: 5 } }), code: "job_ended" },
    ],
  },
  pauseJob: { good: [newJob], bad: [{ asked: jobAfter("cancel"), code: "job_ended" }] },
  resumeJob: { good: [jobAfter("pause")], bad: [{ asked: jobAfter("cancel"), code: "job_ended" }] },
  cancelJob: { good: [newJob], bad: [] },
};
