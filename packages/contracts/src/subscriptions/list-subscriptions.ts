import { z } from "zod";
import { limitSchema } from "../lists/page.ts";

export const listSubscriptionsSchema = z.strictObject({ cursor: z.string().optional(), limit: limitSchema });

export type ListSubscriptions = z.infer<typeof listSubscriptionsSchema>;
