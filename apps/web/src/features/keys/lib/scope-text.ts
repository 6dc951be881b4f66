import type { Scope } from "@hooklane/contracts";

/** What each scope allows, in words. */
export const scopeText: Record<Scope, string> = {
  "events:write": "Post events.",
  "events:read": "Read events and their payloads.",
  "events:erase": "Erase the payloads of events for good.",
  "event_types:read": "Read the catalogue of event types.",
  "event_types:write": "Create and change event types.",
  "subscriptions:read": "Read endpoints; never their secrets.",
  "subscriptions:write": "Create, change and delete endpoints, and rotate their secrets.",
  "deliveries:read": "Read deliveries with their attempts.",
  "replay:write": "Replay deliveries.",
};
