import type { FactQueue, ShedTransition } from "@hooklane/db";

const iso = (ms: number): string => new Date(ms).toISOString();

/** Notes for a tenant that new deliveries of a subscription are recorded dead from now on, or are taken again. */
export function noteShedding(facts: Pick<FactQueue, "note">, { subscriptionId, to, sinceMs, atMs, backlog }: ShedTransition): void {
  const { deliveries, bytes } = backlog;
  const fact = iso(sinceMs);
  if (to === "shedding") {
    const data = { started_at: fact, backlog: deliveries, backlog_bytes: bytes };
    facts.note({ type: "hooklane.shedding.started", subscriptionId, fact, data });
  } else {
    const data = { started_at: fact, stopped_at: iso(atMs), backlog: deliveries };
    facts.note({ type: "hooklane.shedding.stopped", subscriptionId, fact, data });
  }
}
