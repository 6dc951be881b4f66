import { embeddedDatabaseUrl, type ProductUnderTest, type Scrape, scrape, startProductUnderTest, workerOpsUrl } from "@hooklane/testkit";
import pg from "pg";
import { drained, type Endpoint, type Subject } from "./subject.ts";

/** Calls of the API at a time: of more, some would wait for a database session for longer than they may. */
const CALLS_AT_A_TIME = 8;

export interface BenchProduct extends Subject {
  readonly product: ProductUnderTest;
  readonly apiKey: string;
  readonly db: pg.Pool;
  readonly subscriptionIds: readonly string[];
  /** More subscriptions, several at a time. */
  subscribe(endpoints: readonly Endpoint[]): Promise<void>;
  /** What the worker tells on its operator port. */
  workerMetrics(): Promise<Scrape>;
  /** One call of the API. @throws Error when it is refused */
  call<T>(method: string, route: string, body?: unknown): Promise<T>;
}

export interface ProductOptions {
  endpoints: readonly Endpoint[];
  /** Merged over the policies' defaults. */
  policy?: object;
  /** What the egress guard lets pass. Default: the endpoints' addresses. */
  egressAllow?: string;
  say: (line: string) => void;
}

/** Starts the whole product with one tenant and a subscription for each endpoint. Says what its policies are changed by. */
export async function startBenchProduct({ endpoints, policy = {}, egressAllow, say }: ProductOptions): Promise<BenchProduct> {
  say(`product: ${Object.keys(policy).length > 0 ? `policy overrides ${JSON.stringify(policy)}` : "policies as they are by default"}`);
  const product = await startProductUnderTest({
    HOOKLANE_POLICY: JSON.stringify(policy),
    HOOKLANE_ALLOW_HTTP: "1",
    HOOKLANE_EGRESS_ALLOW: egressAllow ?? [...new Set(endpoints.map(({ url }) => new URL(url).host))].join(","),
  });
  const { api_key: apiKey } = await product.createTenant("Bench");
  const db = new pg.Pool({ connectionString: embeddedDatabaseUrl(product.dataFolder), max: 2, application_name: "bench" });
  db.on("error", () => {}); // the server's end may reach a session before it has closed
  const headers = { authorization: `Bearer ${apiKey}` };
  const call = async <T>(method: string, route: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${product.baseUrl}${route}`, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const subscriptionIds: string[] = [];
  for (const { type, url } of endpoints)
    subscriptionIds.push((await call<{ id: string }>("POST", "/v1/subscriptions", { url, event_types: [type] })).id);
  // All at once, as bare does: by the API one after the other, the first lanes drain alone while the calls for the others are answered
  const change = (state: "paused" | "active") => async (): Promise<void> => {
    await db.query("UPDATE subscriptions SET state = $1", [state]);
  };
  return {
    name: "product",
    eventsUrl: `${product.baseUrl}/v1/events`,
    headers,
    product,
    apiKey,
    db,
    subscriptionIds,
    call,
    subscribe: (more) => inTurns(more, ({ type, url }) => call("POST", "/v1/subscriptions", { url, event_types: [type] })),
    workerMetrics: () => scrape(workerOpsUrl(product)),
    pause: change("paused"),
    resume: change("active"),
    drained: () => drained(db),
    stop: async () => {
      await db.end();
      await product.dispose();
    },
  };
}

/** Does something for each, a few at a time. */
async function inTurns<T>(all: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> {
  const left = all.values();
  const actor = async (): Promise<void> => {
    for (const one of left) await act(one);
  };
  await Promise.all(Array.from({ length: CALLS_AT_A_TIME }, actor));
}
