import { defaultRetryPolicy, type RetryPolicy } from "../http/retry-policy.ts";
import { type CallOptions, Transport } from "../http/transport.ts";
import type { Limits } from "../types/limits.ts";
import { Deliveries } from "./deliveries.ts";
import { EventTypes } from "./event-types.ts";
import { Events } from "./events.ts";
import { Jobs } from "./jobs.ts";
import { Subscriptions } from "./subscriptions.ts";

const DEFAULT_TIMEOUT_MS = 15_000;

export interface HooklaneOptions {
  /** Where the installation is, like `https://hooks.example.com`; without the `/v1`. */
  readonly baseUrl: string | URL;
  /** `hk_…` */
  readonly apiKey: string;
  /** Time for one attempt of a call, in milliseconds. Default 15,000. */
  readonly timeoutMs?: number;
  /** When a failed call is tried again. */
  readonly retry?: Partial<RetryPolicy>;
  /** Instead of the global one. */
  readonly fetch?: typeof fetch;
}

/**
 * A client of one installation, for one API key.
 *
 * Calls are tried again after network errors, 408, 425, 429 and 5xx, as long as doing so cannot do a thing twice; they throw HooklaneError when
 * they fail for good.
 *
 * @throws TypeError when the base URL or the key cannot be one
 */
export class Hooklane {
  readonly events: Events;
  readonly subscriptions: Subscriptions;
  readonly deliveries: Deliveries;
  readonly jobs: Jobs;
  readonly eventTypes: EventTypes;
  readonly #transport: Transport;

  constructor({ baseUrl, apiKey, timeoutMs = DEFAULT_TIMEOUT_MS, retry, fetch = globalThis.fetch }: HooklaneOptions) {
    if (typeof apiKey !== "string" || !/^[\x21-\x7e]+$/.test(apiKey)) {
      throw new TypeError("the API key is missing, or holds spaces or line breaks");
    }
    const transport = new Transport({
      baseUrl: readBaseUrl(baseUrl),
      apiKey,
      timeoutMs,
      retry: { ...defaultRetryPolicy, ...retry },
      fetch,
    });
    this.events = new Events(transport);
    this.subscriptions = new Subscriptions(transport);
    this.deliveries = new Deliveries(transport);
    this.jobs = new Jobs(transport);
    this.eventTypes = new EventTypes(transport);
    this.#transport = transport;
  }

  /** What the tenant may use, and how much of it is used. */
  limits(options?: CallOptions): Promise<Limits> {
    return this.#transport.send({ method: "GET", path: "/v1/limits" }, options);
  }
}

function readBaseUrl(given: string | URL): string {
  const url = URL.canParse(String(given)) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TypeError(`the base URL is no http or https address: ${JSON.stringify(String(given))}`);
  if (url.username || url.password || url.search || url.hash) throw new TypeError("the base URL has no credentials, query or fragment");
  return url.href.replace(/\/*$/, "/");
}
