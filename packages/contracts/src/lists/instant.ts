import { z } from "zod";

/** ISO 8601 with an offset. A `+` that a query string turned into a space is read as the plus it was. */
export const instantSchema = z
  .string()
  .transform((text) => text.replace(" ", "+"))
  .pipe(z.iso.datetime({ offset: true, message: "expected an ISO 8601 time with an offset, like 2026-11-29T12:00:00Z" }))
  .transform((text) => Date.parse(text));
