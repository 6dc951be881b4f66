import { z } from "zod";
import { cursorSchema, limitSchema } from "../lists/page.ts";

export const listSubscriptionsSchema = z.strictObject({ cursor: cursorSchema, limit: limitSchema });

export type ListSubscriptions = z.infer<typeof listSubscriptionsSchema>;
