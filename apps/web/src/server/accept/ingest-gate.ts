import { type IngestQuotaState, ingestQuota, resolvePlan } from "../core.ts";
import { type Refusal, refuse } from "../result.ts";

const SECOND_MS = 1_000;
/** Tenants whose quota is paid off are forgotten when there are more than this. */
const KEPT_TENANTS = 10_000;

export interface IngestLimit {
  /** Why the events may not come in now, if so. */
  refusal: Refusal | undefined;
  /** For the answer, whatever it is (draft-ietf-httpapi-ratelimit-headers). */
  headers: Record<string, string>;
}

interface Asking {
  tenantId: string;
  plan: string;
  planOverride?: Record<string, number> | null;
}

/** How many events per second each tenant sends in, by its plan. Each of N web processes lets in its part. */
export class IngestGate {
  readonly #states = new Map<string, IngestQuotaState>();
  readonly #nowMs: () => number;
  readonly #onRefused: (tenantId: string, perSecond: number) => void;
  #processes = 1;

  /**
   * @param nowMs a clock that never goes back
   * @param onRefused hears of every refusal, with the events per second that the plan takes
   */
  constructor(
    nowMs: () => number = () => Math.floor(performance.now()),
    onRefused: (tenantId: string, perSecond: number) => void = () => {},
  ) {
    this.#nowMs = nowMs;
    this.#onRefused = onRefused;
  }

  /** How many web processes share each plan, from now on. */
  shareAmong(processes: number): void {
    this.#processes = Math.max(1, processes);
  }

  /** Counts events that come in, unless there are too many. What is refused later was sent in all the same. */
  take({ tenantId, plan, planOverride }: Asking, events: number): IngestLimit {
    const now = this.#nowMs();
    const perPlan = resolvePlan(plan, planOverride).ingest_per_s;
    const perS = perPlan / this.#processes;
    const state = this.#states.get(tenantId) ?? ingestQuota.initial();
    const verdict = ingestQuota.check(state, now, { events, perS });
    const next = verdict.ok ? ingestQuota.take(state, now, { events, perS }) : state;
    if (verdict.ok) this.#keep(tenantId, next, now);
    const remaining = Math.max(0, Math.floor((perS - owedOf(next, now)) * this.#processes));
    const resetSeconds = Math.max(1, Math.ceil(owedOf(next, now) / perS));
    const headers = {
      "ratelimit-policy": `"events";q=${perPlan};w=1`,
      ratelimit: `"events";r=${remaining};t=${resetSeconds}`,
    };
    if (verdict.ok) return { refusal: undefined, headers };
    this.#onRefused(tenantId, perPlan);
    const refusal = refuse("ingest_quota_exceeded", `The plan ${plan} takes ${perPlan} events per second.`);
    return { refusal: { ...refusal, retryAfterSeconds: Math.ceil(verdict.retryAfterMs / SECOND_MS), headers }, headers };
  }

  #keep(tenantId: string, state: IngestQuotaState, now: number): void {
    this.#states.set(tenantId, state);
    if (this.#states.size <= KEPT_TENANTS) return;
    for (const [id, kept] of this.#states) if (owedOf(kept, now) === 0) this.#states.delete(id);
  }
}

const owedOf = ({ owed, at, perS }: IngestQuotaState, now: number): number =>
  Math.max(0, owed - (Math.max(0, now - at) * perS) / SECOND_MS);
