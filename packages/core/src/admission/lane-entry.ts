import type { Answers, SubscriptionBreakerState } from "../circuit-breaker/subscription-breaker.ts";
import type { LaneSizeState } from "../lane-size/lane-size.ts";
import type { DeliveryClass } from "../policy/delivery-class.ts";
import type { LaneRateState } from "../rate/lane-rate.ts";
import { provenRate } from "../rate/proven-rate.ts";
import type { RateDebt } from "../rate-debt/rate-debt.ts";
import type { RampState } from "../recovery-ramp/recovery-ramp.ts";
import type { RelapseState } from "../recovery-ramp/relapse.ts";
import type { EpochMs } from "../time/durations.ts";
import type { WindowState } from "../windows/time-window.ts";
import type { HostEntry } from "./host-entry.ts";
import { laneNumbers, numbersPerLane } from "./lane-numbers.ts";
import type { Policies } from "./policies.ts";

/** States that few lanes have at any moment. */
interface RareStates {
  silent: WindowState;
  refused: WindowState;
  restored: LaneSizeState["restored"];
  trouble: LaneRateState["trouble"];
  ramp: RampState;
  relapse: RelapseState;
  catchUp: RateDebt | null;
  /** Permits at hosts that the subscription has moved away from. */
  heldElsewhere: Map<string, number> | null;
}

const noRareStates: Readonly<RareStates> = {
  silent: [],
  refused: [],
  restored: null,
  trouble: null,
  ramp: null,
  relapse: null,
  catchUp: null,
  heldElsewhere: null,
};

/** Everything that is known of one lane. */
export class LaneEntry {
  readonly id: string;
  tenantId = "";
  /** Where the subscription's URL points now; null before its first offer. */
  host: HostEntry | null = null;
  /** Permits of this worker. */
  own = 0;
  /** Permits of other workers' leases. */
  foreign = 0;
  /** Of all these, ordered heads. */
  ordered = 0;
  /** Of all these, those at the present host. */
  heldAtHost = 0;
  /** As the worker's share for sick lanes counts it. */
  isSick = false;
  readonly numbers: number[];
  #rare: RareStates | null = null;

  constructor(id: string, policies: Policies, now: EpochMs) {
    this.id = id;
    this.numbers = new Array<number>(numbersPerLane).fill(Number.NaN);
    this.breaker = policies.breaker.initial(now);
    this.rate = policies.rate.initial(now);
    this.proven = provenRate.initial();
    this.size = policies.sizing.initial(now);
    this.budget = policies.budget.initialLane(now);
    this.floor = { credit: 0, noNewUntil: 0 };
    this.pauseUntil = 0;
    this.turn = 0;
    this.askedAt = 0;
  }

  get held(): number {
    return this.own + this.foreign;
  }

  get rare(): Readonly<RareStates> {
    return this.#rare ?? noRareStates;
  }

  setRare<Name extends keyof RareStates>(name: Name, value: RareStates[Name]): void {
    if (this.rare[name] === value) return;
    if (!this.#rare) {
      if (isNothing(value)) return;
      this.#rare = { ...noRareStates };
    }
    this.#rare[name] = value;
    if (Object.values(this.#rare).every(isNothing)) this.#rare = null;
  }

  get isBreakerClosed(): boolean {
    return laneNumbers.phase(this.numbers) === "closed";
  }

  get generation(): number {
    return laneNumbers.generation(this.numbers);
  }

  get breaker(): SubscriptionBreakerState {
    const { numbers } = this;
    return {
      ...laneNumbers.circuit(numbers),
      traffic: this.traffic,
      silent: this.rare.silent,
      answeredAt: laneNumbers.answeredAt(numbers),
      unansweredAt: laneNumbers.unansweredAt(numbers),
    };
  }

  set breaker(state: SubscriptionBreakerState) {
    laneNumbers.setCircuit(this.numbers, state);
    laneNumbers.setAnsweredAt(this.numbers, state.answeredAt);
    laneNumbers.setUnansweredAt(this.numbers, state.unansweredAt);
    laneNumbers.setCounts(this.numbers, state.traffic.counts);
    this.setRare("refused", state.traffic.refused);
    this.setRare("silent", state.silent);
  }

  /** See the breaker's state. */
  get unansweredAt(): EpochMs | null {
    return laneNumbers.unansweredAt(this.numbers);
  }

  /** What alone decides whether the endpoint is silent. */
  get answers(): Answers {
    const { numbers } = this;
    return {
      phase: laneNumbers.phase(numbers),
      changedAt: laneNumbers.changedAt(numbers),
      answeredAt: laneNumbers.answeredAt(numbers),
      unansweredAt: laneNumbers.unansweredAt(numbers),
    };
  }

  get traffic() {
    return { counts: laneNumbers.counts(this.numbers), refused: this.rare.refused };
  }

  get rate(): LaneRateState {
    return { ...laneNumbers.rate(this.numbers), trouble: this.rare.trouble };
  }

  set rate(state: LaneRateState) {
    laneNumbers.setRate(this.numbers, state);
    this.setRare("trouble", state.trouble);
  }

  get proven() {
    return laneNumbers.proven(this.numbers);
  }

  set proven(state) {
    laneNumbers.setProven(this.numbers, state);
  }

  get size(): LaneSizeState {
    return { ...laneNumbers.size(this.numbers), restored: this.rare.restored };
  }

  set size(state: LaneSizeState) {
    laneNumbers.setSize(this.numbers, state);
    this.setRare("restored", state.restored);
  }

  /** What alone decides how many permits the lane may hold. */
  get sizeNow(): Pick<LaneSizeState, "cap" | "failing"> {
    return { cap: laneNumbers.cap(this.numbers), failing: laneNumbers.isFailing(this.numbers) };
  }

  /** Most permits held at once since the size was computed. */
  get peak(): number {
    return laneNumbers.peak(this.numbers);
  }

  get budget() {
    return laneNumbers.budget(this.numbers);
  }

  set budget(state) {
    laneNumbers.setBudget(this.numbers, state);
  }

  get floor() {
    return laneNumbers.floor(this.numbers);
  }

  set floor(state) {
    laneNumbers.setFloor(this.numbers, state);
  }

  get pauseUntil(): EpochMs {
    return laneNumbers.pauseUntil(this.numbers);
  }

  set pauseUntil(until: EpochMs) {
    laneNumbers.setPauseUntil(this.numbers, until);
  }

  /** Its place in its tenant's line. */
  get turn(): number {
    return laneNumbers.turn(this.numbers);
  }

  set turn(turn: number) {
    laneNumbers.setTurn(this.numbers, turn);
  }

  /** The class that was served last; null before the first. */
  get lastClass(): DeliveryClass | null {
    return laneNumbers.lastClass(this.numbers);
  }

  set lastClass(deliveryClass: DeliveryClass | null) {
    laneNumbers.setLastClass(this.numbers, deliveryClass);
  }

  /** When it asked for a permit last; 0 when never. */
  get askedAt(): EpochMs {
    return laneNumbers.askedAt(this.numbers);
  }

  set askedAt(moment: EpochMs) {
    laneNumbers.setAskedAt(this.numbers, moment);
  }
}

function isNothing(value: RareStates[keyof RareStates]): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
