import {
  type EpochMs,
  type Offer,
  type Permit,
  type RetryBudgetAsk,
  type RetryBudgetState,
  type RetryCharge,
  retryBudget,
  timeWindow,
  type WindowState,
} from "@hooklane/core";
import type { GatekeeperOptions } from "../world/gatekeeper.ts";
import { type Allowance, SharedPool } from "./shared-pool.ts";

const offeredSpanMs = 60_000;
/** The offered rate is what arrived within a minute. */
const offered = timeWindow({ spanMs: offeredSpanMs, counters: 1 });

interface LaneBudget {
  state: Pick<RetryBudgetState, "lane" | "host">;
  arrivals: WindowState;
  /** What the retries under way were paid from. */
  readonly charges: RetryCharge[];
}

/**
 * A shared pool with core's retry budget at lane, host and fleet, and none of the other policies: no circuit, no ramp and no
 * limit of the rate, so that what is seen is the budget's doing. For worlds in which each host has one subscription.
 */
export class BudgetedPool extends SharedPool {
  readonly #budget: ReturnType<typeof retryBudget>;
  readonly #lanes = new Map<string, LaneBudget>();
  #fleet: RetryBudgetState["fleet"] | null = null;
  #arrivals: WindowState = offered.empty;

  constructor(options: Pick<GatekeeperOptions, "config">) {
    super(options);
    this.#budget = retryBudget(options.config.budget);
  }

  arrived(laneId: string, n: number, now: EpochMs): void {
    const lane = this.#laneOf(laneId, now);
    lane.arrivals = offered.add(lane.arrivals, now, 0, n);
    this.#arrivals = offered.add(this.#arrivals, now, 0, n);
  }

  protected override allow({ laneId, class: deliveryClass }: Offer, room: number, now: EpochMs): Allowance {
    if (deliveryClass !== "retry") return { n: room };
    const lane = this.#laneOf(laneId, now);
    const ask = this.#askOf(lane, now);
    for (let n = 0; n < room; n++) {
      const verdict = this.#budget.check(this.#stateOf(lane, now), now, ask);
      if (!verdict.ok) return { n, refusal: { reason: "retry_budget", until: verdict.until, endedBy: null } };
      const { state, charge } = this.#budget.take(this.#stateOf(lane, now), now, ask);
      this.#keep(lane, state);
      lane.charges.push(charge);
    }
    return { n: room };
  }

  override giveBack(permit: Permit, n: number, now: EpochMs): void {
    const lane = this.#laneOf(permit.laneId, now);
    for (let left = permit.class === "retry" ? n : 0; left > 0; left--) {
      const charge = lane.charges.pop() ?? "levels";
      this.#keep(lane, this.#budget.giveBack(this.#stateOf(lane, now), now, this.#askOf(lane, now), charge));
    }
    super.giveBack(permit, n, now);
  }

  override finish(...end: Parameters<SharedPool["finish"]>): boolean {
    const [{ laneId, class: deliveryClass }, classification, , now] = end;
    const lane = this.#laneOf(laneId, now);
    if (deliveryClass === "retry") lane.charges.shift();
    this.#keep(lane, this.#budget.observe(this.#stateOf(lane, now), classification, now, this.#askOf(lane, now)));
    return super.finish(...end);
  }

  #laneOf(laneId: string, now: EpochMs): LaneBudget {
    let lane = this.#lanes.get(laneId);
    if (!lane) {
      const state = { lane: this.#budget.initialLane(now), host: this.#budget.initialHost(now) };
      lane = { state, arrivals: offered.empty, charges: [] };
      this.#lanes.set(laneId, lane);
    }
    return lane;
  }

  #stateOf({ state }: LaneBudget, now: EpochMs): RetryBudgetState {
    return { ...state, fleet: this.#fleet ?? this.#budget.initialFleet(now, 1) };
  }

  #keep(budget: LaneBudget, { lane, host, fleet }: RetryBudgetState): void {
    budget.state = { lane, host };
    this.#fleet = fleet;
  }

  #askOf({ arrivals }: LaneBudget, now: EpochMs): RetryBudgetAsk {
    const perS = (state: WindowState) => (offered.sum(state, now, 0) * 1_000) / offeredSpanMs;
    return { laneOfferedPerS: perS(arrivals), hostOfferedPerS: perS(arrivals), workerOfferedPerS: perS(this.#arrivals), liveWorkers: 1 };
  }
}
