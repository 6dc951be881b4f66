import { type FactQueue, STILL_THERE_MS } from "@hooklane/db";

/** Tenants remembered; beyond it the one that was told the longest ago may be told again. */
const MAX_TENANTS = 10_000;

/** Notes that a tenant's events were refused for its quota: at once, and while it goes on now and then. */
export class QuotaNews {
  readonly #facts: Pick<FactQueue, "noteAlert">;
  readonly #now: () => number;
  // The order of insertion is the order of telling
  readonly #toldAt = new Map<string, number>();

  constructor(facts: Pick<FactQueue, "noteAlert">, now: () => number) {
    this.#facts = facts;
    this.#now = now;
  }

  /** @param perSecond events that the plan takes per second */
  readonly refused = (tenantId: string, perSecond: number): void => {
    const now = this.#now();
    if (now - (this.#toldAt.get(tenantId) ?? Number.NEGATIVE_INFINITY) < STILL_THERE_MS) return;
    this.#toldAt.delete(tenantId);
    this.#toldAt.set(tenantId, now);
    if (this.#toldAt.size > MAX_TENANTS) this.#toldAt.delete(this.#toldAt.keys().next().value as string);
    this.#facts.noteAlert({ raise: { kind: "ingest_quota", about: { tenantId }, evidence: { per_second: perSecond } } });
  };
}
