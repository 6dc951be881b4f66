import type { DeliveryClass } from "../policy/delivery-class.ts";
import type { RefusalReason, WaitingReason } from "../reasons/waiting-reason.ts";
import { dayMs, type EpochMs, secondMs } from "../time/durations.ts";

/** A lane's wait is cut in two when it has lasted this long: whoever looks for those that a delivery met need not look further back. */
export const maxWaitMs = dayMs;

/** For how long a lane's deliveries of a class were refused for one reason, as the lane's owner saw it. */
export interface LaneWait {
  readonly class: DeliveryClass;
  readonly reason: RefusalReason;
  readonly beganAt: EpochMs;
  /** When it ended, or until when it is known to have lasted. */
  readonly endedAt: EpochMs;
  /** How often it came and went within a few seconds; 0: it goes on from one that was cut. */
  readonly times: number;
  /** The limit that was reached, in the unit of its reason; null when it has none. */
  readonly limit: number | null;
  /** When a clock was to end it, as of an open circuit's probe; null when none was. */
  readonly until: EpochMs | null;
}

export interface EndedAttempt {
  readonly startedAt: EpochMs;
  readonly endedAt: EpochMs;
  /** When the next was due; null when nothing says so: at once. */
  readonly nextDueAt: EpochMs | null;
  /** Its failure counted: what follows is a retry. */
  readonly isFailure: boolean;
}

/** What a delivery's ledger says of its life. */
export interface DeliveryLife {
  readonly createdAt: EpochMs;
  /** The end of what is to be told: when it became final, else now. */
  readonly endedAt: EpochMs;
  readonly state: "pending" | "inflight" | "delivered" | "dead";
  /** Its class until an attempt of it fails; a delivery in order stays in order. */
  readonly firstClass: DeliveryClass;
  /** Oldest first. */
  readonly attempts: readonly EndedAttempt[];
  /** What a pending one waits for now. */
  readonly current: WaitingReason | null;
}

/** A stretch of a delivery's life in which it was not in flight, and what it waited for. */
export interface ToldWait {
  /** Null: nobody refused it, or nothing is kept of it. */
  readonly reason: WaitingReason | null;
  readonly from: EpochMs;
  /** Null: it goes on. */
  readonly to: EpochMs | null;
  readonly times: number;
  readonly limit: number | null;
  readonly until: EpochMs | null;
}

/** Below this a wait is what claiming and writing down take. */
const shortestMs = secondMs;

/**
 * What a delivery waited for between its creation, its attempts and its end: its own schedule until it was due, then what its lane was refused for in its class.
 * The stretches follow one another: none overlaps another or an attempt, and all lie within the delivery's life. Of two waits of the lane at the same time
 * the one that began first is told, as long as it lasts.
 */
export function toldWaits(life: DeliveryLife, waits: readonly LaneWait[]): ToldWait[] {
  const sorted = [...waits].sort((a, b) => a.beganAt - b.beganAt);
  const told: ToldWait[] = [];
  let deliveryClass = life.firstClass;
  let from = life.createdAt;
  let dueAt = life.createdAt;
  for (const { startedAt, endedAt, nextDueAt, isFailure } of life.attempts) {
    told.push(...tellGap({ from, dueAt, to: startedAt, deliveryClass }, sorted));
    from = Math.max(from, startedAt, endedAt);
    dueAt = nextDueAt ?? from;
    if (isFailure && deliveryClass !== "ordered") deliveryClass = "retry";
  }
  if (isOverWithAttempt(life)) return told;
  const last = tellGap({ from, dueAt, to: life.endedAt, deliveryClass }, sorted);
  return [...told, ...(life.state === "pending" && life.current ? untilNow(last, life.current, Math.max(from, life.endedAt)) : last)];
}

/** Nothing was waited for after its last attempt; of one in flight nothing says yet when its attempt began. */
function isOverWithAttempt({ state, attempts }: DeliveryLife): boolean {
  const last = attempts.at(-1);
  const wasEnded = last?.isFailure === true && last.nextDueAt === null;
  return state === "inflight" || state === "delivered" || (state === "dead" && wasEnded);
}

interface Gap {
  readonly from: EpochMs;
  readonly dueAt: EpochMs;
  readonly to: EpochMs;
  readonly deliveryClass: DeliveryClass;
}

function tellGap({ from, dueAt, to, deliveryClass }: Gap, waits: readonly LaneWait[]): ToldWait[] {
  const parts: ToldWait[] = [];
  const due = Math.min(Math.max(from, dueAt), to);
  if (due > from) parts.push(plain("retry_scheduled", from, due));
  let at = due;
  for (const wait of waits) {
    if (wait.class !== deliveryClass) continue;
    const begin = Math.max(at, wait.beganAt);
    const end = Math.min(to, wait.endedAt);
    if (end <= begin) continue;
    if (begin > at) parts.push(plain(null, at, begin));
    const { reason, times, limit, until } = wait;
    parts.push({ reason, from: begin, to: end, times, limit, until });
    at = end;
  }
  if (to > at) parts.push(plain(null, at, to));
  return joined(parts).filter((part) => (part.to as EpochMs) - part.from >= shortestMs);
}

/** What goes on is told once: as the reason that holds now, from when it began, or from when nothing else is known. */
function untilNow(told: readonly ToldWait[], current: WaitingReason, now: EpochMs): ToldWait[] {
  const last = told.at(-1);
  const goesOn = last !== undefined && (last.reason === current || last.reason === null || isSchedule(last.reason, current));
  if (goesOn) return [...told.slice(0, -1), { ...last, reason: current, to: null }];
  return [...told, { ...plain(current, last?.to ?? now, now), to: null }];
}

/** An endpoint that asked to be left alone is a schedule, too. */
const isSchedule = (reason: WaitingReason, current: WaitingReason): boolean => reason === "retry_scheduled" && current === "retry_after";

/** Neighbours of one reason are one: a long wait that was cut, or one that flapped. What is too short to tell of goes to what stands before it. */
function joined(parts: readonly ToldWait[]): ToldWait[] {
  const result: ToldWait[] = [];
  for (const part of parts) {
    const before = result.at(-1);
    if (before?.reason === part.reason)
      result[result.length - 1] = { ...part, from: before.from, times: before.times + part.times, limit: part.limit ?? before.limit };
    else if (before && part.reason === null && (part.to as EpochMs) - part.from < shortestMs)
      result[result.length - 1] = { ...before, to: part.to };
    else result.push(part);
  }
  return result;
}

function plain(reason: WaitingReason | null, from: EpochMs, to: EpochMs): ToldWait {
  return { reason, from, to, times: 1, limit: null, until: null };
}
