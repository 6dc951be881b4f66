import type { CallOptions, Transport } from "../http/transport.ts";
import type { Delivery } from "../types/delivery.ts";
import { segment } from "./paths.ts";

/** Single deliveries. */
export class Deliveries {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** With every attempt in full. */
  get(id: string, options?: CallOptions): Promise<Delivery> {
    return this.#transport.send({ method: "GET", path: `/v1/deliveries/${segment(id)}` }, options);
  }

  /** Sends the same event to the same endpoint again, as a new delivery; while one is open, asking again names that one. */
  replay(id: string, options?: CallOptions): Promise<{ delivery_id: string }> {
    return this.#transport.send({ method: "POST", path: `/v1/deliveries/${segment(id)}/replay`, isRepeatable: true }, options);
  }
}
