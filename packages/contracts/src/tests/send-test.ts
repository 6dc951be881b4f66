import { z } from "zod";
import { eventTypeSchema } from "../events/event-type.ts";
import { idSchema } from "../ids/id-schema.ts";

/** The type of a test event that names no other. */
export const TEST_EVENT_TYPE = "hooklane.test";

export const sendTestSchema = z.strictObject({
  type: eventTypeSchema.default(TEST_EVENT_TYPE),
  payload: z.json().meta({ id: "JsonValue" }).optional().describe("Any JSON value; absent: a short greeting."),
});
export type SendTest = z.infer<typeof sendTestSchema>;

export const sentTestSchema = z
  .object({
    delivery_id: idSchema("delivery", "The delivery to follow."),
    event_id: idSchema("event", "The event it brings."),
  })
  .meta({ id: "SentTest" });
export type SentTest = z.infer<typeof sentTestSchema>;
