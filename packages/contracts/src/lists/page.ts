import { z } from "zod";

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 250;

/** `limit` as every list call takes it. */
export const limitSchema = z.coerce.number(`expected a number from 1 to ${MAX_LIMIT}`).int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT);

/** One page of a list, newest first. */
export interface Page<T> {
  data: T[];
  next_cursor: string | null;
  has_more: boolean;
}
