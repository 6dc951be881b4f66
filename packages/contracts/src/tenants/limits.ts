import { z } from "zod";

const max = (description: string) => z.int().min(0).describe(description);
const used = (what: string) => z.object({ max: max("At most."), used: max("Of these, now.") }).describe(what);

/** What a tenant may use, and what every request must keep to. */
export const limitsSchema = z
  .object({
    plan: z.string(),
    subscriptions: used("Subscriptions that are not deleted."),
    event_types: used("Event types in the catalogue."),
    events_per_second: z.number().min(0),
    deliveries_per_second: z.number().min(0),
    requests_in_flight: max("Requests at one time to all of its endpoints."),
    requests_in_flight_per_subscription: max("Requests at one time to one of them."),
    backlog_per_subscription: z
      .object({ deliveries: max("Deliveries that wait."), bytes: max("Their bytes.") })
      .describe("With more waiting, and no less after a while, new deliveries are recorded dead."),
    payload_bytes: max("Of one event's payload."),
    batch: z.object({ events: max("Of one call."), bytes: max("Of one call.") }),
  })
  .meta({ id: "PlanLimits", description: "What the tenant's plan allows." });

export type LimitsView = z.infer<typeof limitsSchema>;
