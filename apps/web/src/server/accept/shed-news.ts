import type { FactQueue, ShedTransition } from "@hooklane/db";

const iso = (ms: number): string => new Date(ms).toISOString();

/** Notes for a tenant that new deliveries of a subscription are recorded dead from now on, or are taken again; an alert is open meanwhile. */
export function noteShedding(facts: Pick<FactQueue, "note">, { subscriptionId, to, sinceMs, atMs, backlog }: ShedTransition): void {
  const { deliveries, bytes } = backlog;
  const fact = iso(sinceMs);
  if (to === "shedding") {
    const data = { started_at: fact, backlog: deliveries, backlog_bytes: bytes };
    const alert = { raise: { kind: "shedding", about: { subscriptionId }, evidence: data } } as const;
    facts.note({ type: "hooklane.shedding.started", subscriptionId, fact, data, alert });
  } else {
    const data = { started_at: fact, stopped_at: iso(atMs), backlog: deliveries };
    const alert = { settle: { kind: "shedding", about: { subscriptionId } } } as const;
    facts.note({ type: "hooklane.shedding.stopped", subscriptionId, fact, data, alert });
  }
}
