import { z } from "zod";

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 250;

/** `limit` as every list call takes it. */
export const limitSchema = z.coerce
  .number(`expected a number from 1 to ${MAX_LIMIT}`)
  .int()
  .min(1)
  .max(MAX_LIMIT)
  .default(DEFAULT_LIMIT)
  .describe("How many rows a page has at most.");

/** `cursor` as every list call takes it. */
export const cursorSchema = z.string().optional().describe("The `next_cursor` of the page before; absent for the first page.");

/** One page of a list, newest first. */
export interface Page<T> {
  data: T[];
  next_cursor: string | null;
  has_more: boolean;
}

/** The answer of a list call. */
export const pageSchema = <T extends z.ZodType>(row: T) =>
  z.object({
    data: z.array(row).describe("The rows of this page, newest first."),
    next_cursor: z.string().nullable().describe("Ask for the next page with it; null on the last one."),
    has_more: z.boolean().describe("Whether there is a next page."),
  });
