/** What an API key may be allowed to do. */
export const scopes = [
  "events:write",
  "events:read",
  "events:erase",
  "event_types:read",
  "event_types:write",
  "subscriptions:read",
  "subscriptions:write",
  "deliveries:read",
  "replay:write",
] as const;

export type Scope = (typeof scopes)[number];
