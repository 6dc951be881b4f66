import type { AlertView } from "@hooklane/contracts";

/** Alerts about one thing. */
export interface AlertGroup {
  key: string;
  about: AlertView["about"];
  alerts: AlertView[];
}

const keyOf = (about: AlertView["about"]): string =>
  about.kind === "endpoint" ? about.id : about.kind === "host" ? `host ${about.host}` : "workspace";

/** Alerts by what they are about, in the order in which the first of each comes. */
export function groupAlerts(alerts: readonly AlertView[]): AlertGroup[] {
  const groups = new Map<string, AlertGroup>();
  for (const alert of alerts) {
    const key = keyOf(alert.about);
    const group = groups.get(key) ?? { key, about: alert.about, alerts: [] };
    group.alerts.push(alert);
    groups.set(key, group);
  }
  return [...groups.values()];
}
