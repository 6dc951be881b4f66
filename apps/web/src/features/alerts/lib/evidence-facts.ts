/** A fact of an alert's evidence: a moment as ISO 8601, or a text. */
export interface EvidenceFact {
  name: string;
  value: { at: string } | { text: string };
}

const names: Readonly<Record<string, string>> = {
  cause: "Cause",
  http_status: "HTTP status",
  share: "Share of attempts",
  since: "Since",
  opened_at: "Circuit open since",
  error: "Last failure",
  endpoints: "Endpoints on the host",
  cap: "May be in flight",
  in_flight: "Were in flight",
  deaths: "Died",
  reason: "Reason",
  last_status: "Last status",
  started_at: "Shed since",
  backlog: "Waited",
  backlog_bytes: "Bytes that waited",
  lag_seconds: "Oldest was due for, seconds",
  disabled_at: "Disabled",
  expires_at: "Ends",
  job_id: "Replay",
  state: "State",
  selected: "Selected",
  delivered: "Delivered",
  dead: "Died",
  cancelled: "Cancelled",
  per_second: "Events per second in the plan",
};

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** What was seen, fact by fact, with names that people know. What is unknown or empty is left out. */
export function evidenceFacts(evidence: unknown): EvidenceFact[] {
  if (typeof evidence !== "object" || evidence === null) return [];
  return Object.entries(evidence).flatMap(([key, value]): EvidenceFact[] => {
    const name = Object.hasOwn(names, key) ? names[key] : undefined;
    if (name === undefined || value === null || value === undefined) return [];
    if (key === "share" && typeof value === "number") return [{ name, value: { text: `${Math.floor(value * 100)} %` } }];
    if (typeof value === "number") return [{ name, value: { text: value.toLocaleString("en") } }];
    const text = String(value);
    return [{ name, value: MOMENT.test(text) ? { at: text } : { text } }];
  });
}
