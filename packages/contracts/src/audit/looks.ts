/** What support staff look at on a visit, in words: by procedure. Each look is an entry of the visited tenant's audit log. */
export const looks = {
  "alerts.count": "the number of alerts",
  "alerts.get": "an alert",
  "alerts.list": "alerts",
  "audit.list": "the audit log",
  "deliveries.get": "a delivery",
  "deliveries.list": "deliveries",
  "endpoints.fault": "what is wrong with an endpoint",
  "endpoints.get": "an endpoint",
  "endpoints.health": "the health of an endpoint",
  "endpoints.list": "the list of endpoints",
  "eventTypes.get": "an event type",
  "eventTypes.history": "the volume of an event type",
  "eventTypes.list": "event types",
  "eventTypes.subscribers": "the subscribers of an event type",
  "eventTypes.volumes": "the volumes of event types",
  "events.get": "an event",
  "events.list": "events",
  "inbox.get": "the inbox",
  "jobs.get": "a replay",
  "jobs.list": "replays",
  "keys.list": "the list of API keys",
  "members.list": "the list of members",
  "notifications.get": "who gets mail of alerts",
  "overview.get": "the overview",
  "replays.plan": "what a replay would send",
  "search.find": "what a search finds",
  "secrets.list": "when signing secrets were made",
  "statistics.get": "the statistics of an endpoint",
} as const satisfies Record<string, string>;

const isLook = (call: unknown): call is keyof typeof looks => typeof call === "string" && Object.hasOwn(looks, call);

/** What was looked at. A call of a product that is newer than this page is told as it is called. */
export const lookText = (call: unknown): string => `Looked at ${isLook(call) ? looks[call] : String(call)}`;
