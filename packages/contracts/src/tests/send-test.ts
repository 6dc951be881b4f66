import { z } from "zod";
import { eventTypeSchema } from "../events/event-type.ts";

/** The type of a test event that names no other. */
export const TEST_EVENT_TYPE = "hooklane.test";

export const sendTestSchema = z.strictObject({
  type: eventTypeSchema.default(TEST_EVENT_TYPE),
  /** Any JSON value; absent: a short greeting. */
  payload: z.json().optional(),
});
export type SendTest = z.infer<typeof sendTestSchema>;

export interface SentTest {
  delivery_id: string;
  event_id: string;
}
