import { type AlertView, publicId } from "@hooklane/contracts";
import type { ListedAlert } from "@hooklane/db";

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

export const alertView = (alert: ListedAlert): AlertView => ({
  id: publicId("alert", alert.id),
  kind: alert.kind,
  state: alert.state,
  about: aboutOf(alert),
  first_seen: iso(alert.firstSeenMs),
  last_seen: iso(alert.lastSeenMs),
  count: alert.count,
  evidence: alert.evidence,
  resolved_at: isoOrNull(alert.resolvedMs),
  resolved_by: alert.resolvedByEmail,
  acknowledged_by: alert.acknowledgedByEmail,
  muted_until: isoOrNull(alert.mutedUntilMs),
});

function aboutOf({ subscriptionId, url, isDeleted, host }: ListedAlert): AlertView["about"] {
  if (subscriptionId !== null) {
    return { kind: "endpoint", id: publicId("subscription", subscriptionId), url: url ?? "", deleted: isDeleted || url === null };
  }
  return host === null ? { kind: "workspace" } : { kind: "host", host };
}
