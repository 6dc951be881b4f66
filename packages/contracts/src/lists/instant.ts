import { z } from "zod";

/** A time as calls take it, in ms since 1970: ISO 8601 with an offset. A `+` that a query string turned into a space is read as the plus it was. */
export const instantSchema = z
  .string()
  .meta({ format: "date-time", examples: ["2026-11-29T12:00:00Z"] })
  .transform((text) => text.replace(" ", "+"))
  .pipe(z.iso.datetime({ offset: true, message: "expected an ISO 8601 time with an offset, like 2026-11-29T12:00:00Z" }))
  .transform((text) => Date.parse(text));
