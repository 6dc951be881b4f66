import { HooklaneError } from "../http/hooklane-error.ts";
import type { ApiRequest, CallOptions, Transport } from "../http/transport.ts";
import type { Delivery, DeliveryQuery } from "../types/delivery.ts";
import type { Health } from "../types/health.ts";
import type { ReplayEstimate, ReplayOptions, ReplaySelection, ReplayStarted } from "../types/job.ts";
import type { PageQuery } from "../types/page.ts";
import type {
  LiveSecret,
  NewSubscription,
  SecretRotation,
  SentTest,
  Subscription,
  SubscriptionPatch,
  SubscriptionWithSecret,
  TestSend,
} from "../types/subscription.ts";
import { type Listing, listingOf } from "./listing.ts";
import { segment, textOf } from "./paths.ts";

/** Subscriptions: endpoints, their secrets, their deliveries and how they fare. */
export class Subscriptions {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Registers an endpoint. The answer holds its signing secret, and no later one does. */
  create(subscription: NewSubscription, options?: CallOptions): Promise<SubscriptionWithSecret> {
    return this.#transport.send({ method: "POST", path: "/v1/subscriptions", body: JSON.stringify(subscription) }, options);
  }

  /** Newest first. */
  list(query: PageQuery = {}, options?: CallOptions): Listing<Subscription> {
    return listingOf(this.#transport, "/v1/subscriptions", query, options);
  }

  get(id: string, options?: CallOptions): Promise<Subscription> {
    return this.#transport.send({ method: "GET", path: path(id) }, options);
  }

  update(id: string, patch: SubscriptionPatch, options?: CallOptions): Promise<Subscription> {
    return this.#transport.send({ method: "PATCH", path: path(id), body: JSON.stringify(patch) }, options);
  }

  /** Deletes it; deliveries that still wait end as dead. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    try {
      await this.#transport.send({ method: "DELETE", path: path(id) }, options);
    } catch (error) {
      // The attempt before this one deleted it, and its answer got lost
      if (error instanceof HooklaneError && error.status === 404 && error.attempts > 1) return;
      throw error;
    }
  }

  /** Nothing is sent until it is resumed; events go on being kept for it, and their deadlines run. */
  pause(id: string, options?: CallOptions): Promise<Subscription> {
    return this.#transport.send(verb(id, "pause"), options);
  }

  resume(id: string, options?: CallOptions): Promise<Subscription> {
    return this.#transport.send(verb(id, "resume"), options);
  }

  /** Takes a disabled one into use again, with every counter reset. */
  enable(id: string, options?: CallOptions): Promise<Subscription> {
    return this.#transport.send(verb(id, "enable"), options);
  }

  /** Makes a new signing secret; the present one signs beside it while its grace lasts. The answer holds the new secret. */
  rotateSecret(id: string, rotation: SecretRotation = {}, options?: CallOptions): Promise<SubscriptionWithSecret> {
    return this.#transport.send({ method: "POST", path: `${path(id)}/secret/rotate`, body: JSON.stringify(rotation) }, options);
  }

  /** Ends the grace of all earlier secrets now. */
  revokePreviousSecrets(id: string, options?: CallOptions): Promise<{ secrets: LiveSecret[] }> {
    return this.#transport.send(verb(id, "secret/revoke-previous"), options);
  }

  /** Sends a test event to this endpoint alone, by the way of every delivery. */
  sendTest(id: string, test: TestSend = {}, options?: CallOptions): Promise<SentTest> {
    return this.#transport.send({ method: "POST", path: `${path(id)}/test`, body: JSON.stringify(test) }, options);
  }

  health(id: string, options?: CallOptions): Promise<Health> {
    return this.#transport.send({ method: "GET", path: `${path(id)}/health` }, options);
  }

  /** Newest first, each with its attempts; long response bodies are cut. */
  deliveries(id: string, query: DeliveryQuery = {}, options?: CallOptions): Listing<Delivery> {
    return listingOf(this.#transport, `${path(id)}/deliveries`, query, options);
  }

  /** Replays all deliveries of a selection, as a job that can be followed and cancelled. */
  replay(id: string, selection: ReplaySelection & ReplayOptions, options?: CallOptions): Promise<ReplayStarted> {
    return this.#transport.send({ method: "POST", path: `${path(id)}/replay`, body: selectionBody(selection) }, options);
  }

  /** How many deliveries a replay would select, and how long it would take. Nothing is replayed. */
  estimateReplay(id: string, selection: ReplaySelection & ReplayOptions, options?: CallOptions): Promise<ReplayEstimate> {
    const body = selectionBody(selection, true);
    return this.#transport.send({ method: "POST", path: `${path(id)}/replay`, body, isRepeatable: true }, options);
  }
}

const path = (id: string): string => `/v1/subscriptions/${segment(id)}`;

/** Calls without a body that set a state: doing them twice changes nothing more. */
const verb = (id: string, name: string): ApiRequest => ({ method: "POST", path: `${path(id)}/${name}`, isRepeatable: true });

const selectionBody = ({ since, until, ...more }: ReplaySelection & ReplayOptions, isDryRun?: true): string =>
  JSON.stringify({ ...more, since: textOf(since), until: textOf(until), dry_run: isDryRun });
