import type { FloorState } from "../backlog-floor/backlog-floor.ts";
import type { Circuit, CircuitPhase } from "../circuit-breaker/circuit.ts";
import type { LaneSizeState } from "../lane-size/lane-size.ts";
import { type DeliveryClass, deliveryClasses } from "../policy/delivery-class.ts";
import type { LaneRateState } from "../rate/lane-rate.ts";
import { type ProvenRateState, slotsPerMinute } from "../rate/proven-rate.ts";
import type { LaneBudgetState } from "../retry-budget/lane-budget.ts";
import { latencyBoundsMs } from "../windows/latency-histogram.ts";
import { bucketsPerWindow, type WindowState } from "../windows/time-window.ts";

/**
 * The states of a lane's policies as one array of numbers. A policy's state is a small object of its own; kept as objects,
 * those of one lane take about twice as much memory as their numbers, and a worker may own 50,000 lanes. NaN stands for
 * null and for an empty window.
 */
const phases: readonly CircuitPhase[] = ["closed", "open", "half_open"];
const trafficLength = 1 + bucketsPerWindow;
const latencyLength = 1 + bucketsPerWindow * Math.ceil(latencyBoundsMs.length / 5);
/** Best minutes are kept for so many days at the most. */
const bestDays = 7;
/** A day and its best minute share one number; a minute holds fewer successes than this. */
const minuteRange = 2 ** 26;

const circuitAt = 0;
const answeredAt = circuitAt + 5;
const unansweredAt = answeredAt + 1;
const trafficAt = unansweredAt + 1;
const rateAt = trafficAt + trafficLength;
const provenAt = rateAt + 13;
const countsAt = provenAt + 3;
const bestAt = countsAt + slotsPerMinute;
const sizeAt = bestAt + bestDays;
const latenciesAt = sizeAt + 6;
const budgetAt = latenciesAt + latencyLength;
const floorAt = budgetAt + 3;
const pauseAt = floorAt + 2;
const turnAt = pauseAt + 1;
export const numbersPerLane = turnAt + 3;

type Numbers = number[];

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
const orNaN = (value: number | null): number => value ?? Number.NaN;

function readWindow(numbers: Numbers, at: number, length: number): WindowState {
  return Number.isNaN(numbers[at]) ? [] : numbers.slice(at, at + length);
}

function writeWindow(numbers: Numbers, at: number, state: WindowState): void {
  if (state.length === 0) numbers[at] = Number.NaN;
  for (let i = 0; i < state.length; i++) numbers[at + i] = state[i] as number;
}

const at = (numbers: Numbers, index: number): number => numbers[index] as number;

export const laneNumbers = {
  phase: (numbers: Numbers): CircuitPhase => phases[at(numbers, circuitAt)] as CircuitPhase,
  generation: (numbers: Numbers): number => at(numbers, circuitAt + 1),
  isFailing: (numbers: Numbers): boolean => at(numbers, sizeAt + 1) === 1,
  /** Nothing has arrived yet. */
  isUnwatched: (numbers: Numbers): boolean => Number.isNaN(at(numbers, sizeAt + 3)),
  peak: (numbers: Numbers): number => at(numbers, sizeAt + 2),
  recomputeAt: (numbers: Numbers): number => at(numbers, sizeAt + 4),
  cap: (numbers: Numbers): number => at(numbers, sizeAt),

  circuit: (numbers: Numbers): Circuit => ({
    phase: laneNumbers.phase(numbers),
    generation: at(numbers, circuitAt + 1),
    level: at(numbers, circuitAt + 2),
    until: at(numbers, circuitAt + 3),
    changedAt: at(numbers, circuitAt + 4),
  }),
  setCircuit(numbers: Numbers, { phase, generation, level, until, changedAt }: Circuit): void {
    numbers[circuitAt] = phases.indexOf(phase);
    numbers[circuitAt + 1] = generation;
    numbers[circuitAt + 2] = level;
    numbers[circuitAt + 3] = until;
    numbers[circuitAt + 4] = changedAt;
  },

  answeredAt: (numbers: Numbers): number | null => orNull(at(numbers, answeredAt)),
  setAnsweredAt(numbers: Numbers, moment: number | null): void {
    numbers[answeredAt] = orNaN(moment);
  },

  unansweredAt: (numbers: Numbers): number | null => orNull(at(numbers, unansweredAt)),
  setUnansweredAt(numbers: Numbers, moment: number | null): void {
    numbers[unansweredAt] = orNaN(moment);
  },
  changedAt: (numbers: Numbers): number => at(numbers, circuitAt + 4),

  counts: (numbers: Numbers): WindowState => readWindow(numbers, trafficAt, trafficLength),
  setCounts: (numbers: Numbers, state: WindowState): void => writeWindow(numbers, trafficAt, state),

  rate: (numbers: Numbers): Omit<LaneRateState, "trouble"> => ({
    limitPerS: at(numbers, rateAt),
    isCalm: at(numbers, rateAt + 1) === 1,
    debt: { owed: at(numbers, rateAt + 2), at: at(numbers, rateAt + 3), perS: at(numbers, rateAt + 4) },
    cutAt: at(numbers, rateAt + 5),
    stepAt: at(numbers, rateAt + 6),
    taken: at(numbers, rateAt + 7),
    ended: at(numbers, rateAt + 8),
    succeeded: at(numbers, rateAt + 9),
    failed: at(numbers, rateAt + 10),
    latencyMs: at(numbers, rateAt + 11),
    usualMs: orNull(at(numbers, rateAt + 12)),
  }),
  setRate(numbers: Numbers, state: LaneRateState): void {
    numbers[rateAt] = state.limitPerS;
    numbers[rateAt + 1] = state.isCalm ? 1 : 0;
    numbers[rateAt + 2] = state.debt.owed;
    numbers[rateAt + 3] = state.debt.at;
    numbers[rateAt + 4] = state.debt.perS;
    numbers[rateAt + 5] = state.cutAt;
    numbers[rateAt + 6] = state.stepAt;
    numbers[rateAt + 7] = state.taken;
    numbers[rateAt + 8] = state.ended;
    numbers[rateAt + 9] = state.succeeded;
    numbers[rateAt + 10] = state.failed;
    numbers[rateAt + 11] = state.latencyMs;
    numbers[rateAt + 12] = orNaN(state.usualMs);
  },

  proven(numbers: Numbers): ProvenRateState {
    const best: number[] = [];
    for (let i = bestAt; i < bestAt + bestDays; i++) {
      const packed = at(numbers, i);
      if (Number.isNaN(packed)) break;
      best.push(Math.floor(packed / minuteRange), packed % minuteRange);
    }
    return {
      slot: at(numbers, provenAt),
      counts: numbers.slice(countsAt, bestAt),
      frozenAt: orNull(at(numbers, provenAt + 1)),
      stoodStillMs: at(numbers, provenAt + 2),
      best,
    };
  },
  setProven(numbers: Numbers, { slot, counts, frozenAt, stoodStillMs, best }: ProvenRateState): void {
    numbers[provenAt] = slot;
    numbers[provenAt + 1] = orNaN(frozenAt);
    numbers[provenAt + 2] = stoodStillMs;
    for (let i = 0; i < slotsPerMinute; i++) numbers[countsAt + i] = counts[i] ?? 0;
    for (let i = 0; i < bestDays; i++) {
      const [day, minuteCount] = [best[2 * i], best[2 * i + 1]];
      numbers[bestAt + i] = day === undefined || minuteCount === undefined ? Number.NaN : day * minuteRange + minuteCount;
    }
  },

  size: (numbers: Numbers): Omit<LaneSizeState, "restored"> => ({
    cap: at(numbers, sizeAt),
    failing: laneNumbers.isFailing(numbers),
    peak: at(numbers, sizeAt + 2),
    since: orNull(at(numbers, sizeAt + 3)),
    recomputeAt: at(numbers, sizeAt + 4),
    baseMs: orNull(at(numbers, sizeAt + 5)),
    latencies: readWindow(numbers, latenciesAt, latencyLength),
  }),
  setSize(numbers: Numbers, state: LaneSizeState): void {
    numbers[sizeAt] = state.cap;
    numbers[sizeAt + 1] = state.failing ? 1 : 0;
    numbers[sizeAt + 2] = state.peak;
    numbers[sizeAt + 3] = orNaN(state.since);
    numbers[sizeAt + 4] = state.recomputeAt;
    numbers[sizeAt + 5] = orNaN(state.baseMs);
    writeWindow(numbers, latenciesAt, state.latencies);
  },

  budget: (numbers: Numbers): LaneBudgetState => ({
    floor: at(numbers, budgetAt),
    earned: at(numbers, budgetAt + 1),
    at: at(numbers, budgetAt + 2),
  }),
  setBudget(numbers: Numbers, state: LaneBudgetState): void {
    numbers[budgetAt] = state.floor;
    numbers[budgetAt + 1] = state.earned;
    numbers[budgetAt + 2] = state.at;
  },

  floor: (numbers: Numbers): FloorState => ({ credit: at(numbers, floorAt), noNewUntil: at(numbers, floorAt + 1) }),
  setFloor(numbers: Numbers, { credit, noNewUntil }: FloorState): void {
    numbers[floorAt] = credit;
    numbers[floorAt + 1] = noNewUntil;
  },

  pauseUntil: (numbers: Numbers): number => at(numbers, pauseAt),
  setPauseUntil(numbers: Numbers, until: number): void {
    numbers[pauseAt] = until;
  },

  turn: (numbers: Numbers): number => at(numbers, turnAt),
  setTurn(numbers: Numbers, turn: number): void {
    numbers[turnAt] = turn;
  },
  lastClass: (numbers: Numbers): DeliveryClass | null => deliveryClasses[at(numbers, turnAt + 1)] ?? null,
  setLastClass(numbers: Numbers, deliveryClass: DeliveryClass | null): void {
    numbers[turnAt + 1] = deliveryClass === null ? Number.NaN : deliveryClasses.indexOf(deliveryClass);
  },
  askedAt: (numbers: Numbers): number => at(numbers, turnAt + 2),
  setAskedAt(numbers: Numbers, moment: number): void {
    numbers[turnAt + 2] = moment;
  },
} as const;
