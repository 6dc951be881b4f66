import { z } from "zod";
import { eventTypeSchema } from "../events/event-type.ts";
import { idSchema } from "../ids/id-schema.ts";

/** The type of a test event that names no other. */
export const TEST_EVENT_TYPE = "hooklane.test";

/** The type of a test event that is signed wrongly on purpose. */
export const SIGNATURE_TEST_TYPE = "hooklane.signature_test";

export const sendTestSchema = z.strictObject({
  type: eventTypeSchema.default(TEST_EVENT_TYPE),
  payload: z.json().meta({ id: "JsonValue" }).optional().describe("Any JSON value; absent: a short greeting."),
  signature: z
    .enum(["valid", "wrong"])
    .default("valid")
    .describe(
      `\`wrong\` signs with a secret that nobody has, once, as an event of type \`${SIGNATURE_TEST_TYPE}\`: an endpoint that answers 2xx does not verify signatures.`,
    ),
});
export type SendTest = z.infer<typeof sendTestSchema>;

export const sentTestSchema = z
  .object({
    delivery_id: idSchema("delivery", "The delivery to follow."),
    event_id: idSchema("event", "The event it brings."),
  })
  .meta({ id: "SentTest" });
export type SentTest = z.infer<typeof sentTestSchema>;
