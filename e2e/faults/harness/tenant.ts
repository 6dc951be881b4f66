import path from "node:path";
import { parsePublicId } from "@hooklane/contracts";
import { createProducer, type Producer, type ProducerOptions, type Target } from "@hooklane/testkit";

export interface Lane {
  /** Public id: `sub_…`. */
  readonly id: string;
  /** The same as the database has it. */
  readonly uuid: string;
  /** Name of the receiver's endpoint. */
  readonly endpoint: string;
  /** What it subscribed to. */
  readonly eventType: string;
}

export interface SubscribeOptions {
  /** Default: the endpoint's name as a type of its own. */
  readonly eventType?: string;
  /** Where copies are sent, when the receiver is reached by a way of its own. Default: its port, path `/`. */
  readonly url?: string;
  /** Members of the call beside url and event types. */
  readonly with?: Readonly<Record<string, unknown>>;
}

/** A tenant of the product under test. */
export interface Tenant {
  readonly name: string;
  readonly apiKey: string;
  readonly lanes: readonly Lane[];
  readonly producers: readonly Producer[];
  /** One call of the REST API. Throws when the answer is no 2xx. */
  api<T = unknown>(method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: unknown): Promise<T>;
  /** Subscribes a receiver's endpoint. All lanes of a world share one secret, so an endpoint can check every copy. */
  subscribe(endpoint: string, options?: SubscribeOptions): Promise<Lane>;
  /** A producer with a ledger of its own. */
  producer(options?: Partial<ProducerOptions>): Promise<Producer>;
}

export interface TenantOptions {
  readonly name: string;
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly folder: string;
  readonly secret: string;
  readonly urlOf: (endpoint: string) => string;
  readonly targets: Map<string, Target>;
}

const callTimeoutMs = 30_000;
const producerTimeoutMs = 5_000;

export function createTenant({ name, apiKey, baseUrl, folder, secret, urlOf, targets }: TenantOptions): Tenant {
  const lanes: Lane[] = [];
  const producers: Producer[] = [];
  const api = async <T>(method: string, route: string, body?: unknown): Promise<T> => {
    const response = await fetch(new URL(route, baseUrl), {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(callTimeoutMs),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${route} answered ${response.status}: ${text.slice(0, 500)}`);
    return (text ? JSON.parse(text) : undefined) as T;
  };
  return {
    name,
    apiKey,
    lanes,
    producers,
    api,
    async subscribe(endpoint, options = {}) {
      const eventType = options.eventType ?? `fault.${endpoint}`;
      const url = options.url ?? urlOf(endpoint);
      const { id } = await api<{ id: string }>("POST", "/v1/subscriptions", { url, event_types: [eventType], secret, ...options.with });
      const uuid = parsePublicId("subscription", id);
      if (uuid === undefined) throw new Error(`${id} is no id of a subscription`);
      const lane = { id, uuid, endpoint, eventType };
      lanes.push(lane);
      targets.set(id, { endpoint, format: options.with?.format === "raw" ? "raw" : "envelope" });
      return lane;
    },
    async producer(options = {}) {
      const ledgerFile = path.join(folder, `${name}-producer-${producers.length}.ndjson`);
      const producer = await createProducer({ baseUrl, apiKey, ledgerFile, timeoutMs: producerTimeoutMs, ...options });
      producers.push(producer);
      return producer;
    },
  };
}

/** One lane per endpoint, in their order. */
export async function subscribeAll(tenant: Tenant, endpoints: readonly string[], options: SubscribeOptions = {}): Promise<Lane[]> {
  const lanes: Lane[] = [];
  for (const endpoint of endpoints) lanes.push(await tenant.subscribe(endpoint, options));
  return lanes;
}
