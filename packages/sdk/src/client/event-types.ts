import type { CallOptions, Transport } from "../http/transport.ts";
import type { EventType, EventTypePatch, NewEventType } from "../types/event-type.ts";
import type { PageQuery } from "../types/page.ts";
import { type Listing, listingOf } from "./listing.ts";
import { segment } from "./paths.ts";

/** The catalogue of event types. */
export class EventTypes {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(query: PageQuery = {}, options?: CallOptions): Listing<EventType> {
    return listingOf(this.#transport, "/v1/event-types", query, options);
  }

  get(name: string, options?: CallOptions): Promise<EventType> {
    return this.#transport.send({ method: "GET", path: `/v1/event-types/${segment(name)}` }, options);
  }

  create(eventType: NewEventType, options?: CallOptions): Promise<EventType> {
    return this.#transport.send({ method: "POST", path: "/v1/event-types", body: JSON.stringify(eventType) }, options);
  }

  update(name: string, patch: EventTypePatch, options?: CallOptions): Promise<EventType> {
    return this.#transport.send({ method: "PATCH", path: `/v1/event-types/${segment(name)}`, body: JSON.stringify(patch) }, options);
  }
}
