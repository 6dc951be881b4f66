import { randomUUID } from "node:crypto";
import type { CallOptions, Transport } from "../http/transport.ts";
import type {
  AcceptedItem,
  BatchItem,
  EventQuery,
  EventSummary,
  HooklaneEvent,
  NewEvent,
  PublishedEvent,
  RefusedItem,
} from "../types/event.ts";
import { eventBody } from "./event-body.ts";
import { type Listing, listingOf } from "./listing.ts";
import { segment } from "./paths.ts";

/** Events: publishing and reading them. */
export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Publishes one event; resolves after it is stored for good. Every attempt carries the same idempotency key, so that an answer which got
   * lost on its way does not make a second event.
   *
   * @throws TypeError when the payload is none, HooklaneError when the API refused or could not be reached
   */
  publish(event: NewEvent, options?: CallOptions): Promise<PublishedEvent> {
    return this.#transport.send({ method: "POST", path: "/v1/events", body: eventBody(withKey(event)), isRepeatable: true }, options);
  }

  /**
   * Publishes up to 500 events.
   * @returns one entry per event, in their order: accepted, or why not. A refused one does not hold up the others, and is not sent again.
   */
  async publishBatch(events: readonly NewEvent[], options?: CallOptions): Promise<BatchItem[]> {
    const keyed = events.map(withKey);
    const body = `{"events":[${keyed.map(eventBody).join(",")}]}`;
    const request = { method: "POST", path: "/v1/events/batch", body, isRepeatable: true } as const;
    const { results } = await this.#transport.send<{ results: (AcceptedItem | Omit<RefusedItem, "idempotency_key">)[] }>(request, options);
    return results.map((item, i) => ("event_id" in item ? item : { ...item, idempotency_key: keyed[i]?.idempotency_key ?? "" }));
  }

  get(id: string, options?: CallOptions): Promise<HooklaneEvent> {
    return this.#transport.send({ method: "GET", path: `/v1/events/${segment(id)}` }, options);
  }

  /** Newest first. */
  list(query: EventQuery = {}, options?: CallOptions): Listing<EventSummary> {
    return listingOf(this.#transport, "/v1/events", query, options);
  }

  /** Erases the payload's bytes for good; what was delivered, and when, stays on record. */
  async erasePayload(id: string, options?: CallOptions): Promise<void> {
    await this.#transport.send({ method: "DELETE", path: `/v1/events/${segment(id)}/payload` }, options);
  }
}

const withKey = (event: NewEvent): NewEvent & { idempotency_key: string } => ({
  ...event,
  idempotency_key: event.idempotency_key ?? randomUUID(),
});
