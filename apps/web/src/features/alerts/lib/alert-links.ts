import type { AlertView } from "@hooklane/contracts";

export interface AlertLink {
  label: string;
  href: string;
}

/** Where to look at what an alert is about, and mend it; the likeliest first. */
export function alertLinks(base: string, { kind, about, evidence }: Pick<AlertView, "kind" | "about" | "evidence">): AlertLink[] {
  if (about.kind !== "endpoint" || about.deleted) return about.kind === "host" ? [{ label: "Endpoints", href: `${base}/endpoints` }] : [];
  const endpoint = `${base}/endpoints/${about.id}`;
  const log = (label: string, state: string): AlertLink => ({ label, href: `${base}/deliveries?endpoint=${about.id}&state=${state}` });
  const waiting = log("What waits", "pending,inflight");
  const dead = log("What died", "dead");
  switch (kind) {
    case "configuration_error":
      return [{ label: "Test again", href: `${endpoint}/test` }, { label: "Settings", href: `${endpoint}/settings` }, dead];
    case "dead_letters":
    case "shedding":
      return [dead];
    case "circuit_open":
    case "backlog_age":
    case "lane_full":
      return [waiting];
    case "endpoint_disabled":
      return [{ label: "Settings", href: `${endpoint}/settings` }, dead];
    case "secret_expiring":
      return [{ label: "Secrets", href: `${endpoint}/secrets` }];
    case "replay_finished":
      return Number((evidence as { dead?: number } | null)?.dead ?? 0) > 0 ? [dead] : [];
    default:
      return [];
  }
}
