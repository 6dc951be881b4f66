import { z } from "zod";
import { cursorSchema, limitSchema } from "../lists/page.ts";
import type { EndpointHealth } from "./health.ts";
import type { SubscriptionView } from "./subscription.ts";

/** What a list of endpoints can be narrowed to. */
export const endpointShows = ["attention", "active", "paused", "disabled"] as const;
export type EndpointShow = (typeof endpointShows)[number];

export const listEndpointsSchema = z.strictObject({
  cursor: cursorSchema,
  limit: limitSchema,
  show: z.enum(endpointShows).optional(),
  /** Part of a URL, a description, or an event type. */
  search: z.string().max(200).optional(),
});
export type ListEndpoints = z.infer<typeof listEndpointsSchema>;

/** A subscription in the list that people see. */
export interface EndpointListItem extends SubscriptionView {
  health: EndpointHealth;
}

/** A page of that list, those first that want a look. */
export interface EndpointPage {
  data: EndpointListItem[];
  next_cursor: string | null;
  has_more: boolean;
  /** How many want a look, of all; null where there are too many endpoints to look at each. */
  attention: number | null;
}

/** An attempt that ended as most do, for people to look at. */
export interface FaultExample {
  delivery_id: string;
  number: number;
  at: string;
  status: number | null;
  /** What was remarked, when there was no answer. */
  error: string | null;
  /** Where a redirect points to. */
  location: string | null;
  /** The beginning of the answer's body. */
  body: string;
}

/** What speaks for a likely configuration error. */
export interface FaultEvidence {
  /** Attempts that ended with the cause, of all that ended. */
  matching: number;
  finished: number;
  window_seconds: number;
  /** The latest of them; null when none is kept among the latest deliveries. */
  example: FaultExample | null;
}
