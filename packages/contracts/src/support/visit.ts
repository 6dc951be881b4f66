import { z } from "zod";

const MIN_REASON = 8;
const reason = z
  .string()
  .trim()
  .min(MIN_REASON, `Say why, in ${MIN_REASON} characters or more: the workspace's owners read it.`)
  .max(500, "At most 500 characters.");

/** Why one of the staff steps into a tenant. */
export const startVisitSchema = z.strictObject({
  reason,
  ticket: z.string().trim().max(100, "At most 100 characters.").default(""),
});
export type StartVisit = z.infer<typeof startVisitSchema>;

/** Why a visit has to change things. */
export const elevateVisitSchema = z.strictObject({ reason });
export type ElevateVisit = z.infer<typeof elevateVisitSchema>;

/** A visit as the console lists it. */
export interface PastVisit {
  staff_email: string;
  reason: string;
  ticket: string;
  started_at: string;
  /** When it ends by itself. */
  ends_at: string;
  elevated_at: string | null;
  elevation_reason: string | null;
  ended_at: string | null;
}
