import { z } from "zod";

export const MAX_SEARCH_CHARACTERS = 200;

export const searchSchema = z.strictObject({
  /** The beginning of an id, of an event type's name, or a part of an endpoint's URL or description. */
  text: z.string().trim().min(1).max(MAX_SEARCH_CHARACTERS),
});

/** Something of a workspace that a text names. */
export interface SearchHit {
  kind: "event" | "delivery" | "attempt" | "endpoint" | "job" | "key" | "event_type";
  /** Public id; an attempt's is shown by its delivery, `delivery_id`. */
  id: string;
  delivery_id?: string;
  title: string;
  hint: string;
}
