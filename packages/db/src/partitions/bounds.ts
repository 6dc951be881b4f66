import { uuidFloor } from "../ids/uuid-v7.ts";

export const DAY_MS = 86_400_000;

/** Longest time a delivery may stay open (the retry window's limit), and with it how far back open rows can lie. */
export const MAX_OPEN_MS = 72 * 3_600_000;

/** `20261129` for any time within that UTC day. */
export const dayName = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll("-", "");

export const dayStart = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

export interface IdBounds {
  /** The UTC day these bounds were made on: part of a prepared statement's name. */
  day: string;
  from: string;
  to: string;
}

/**
 * The id range that can hold open deliveries: from the day before the longest window's start to the end of tomorrow (clocks differ).
 * As literals in a statement they let the planner drop all other partitions once, when the statement is prepared.
 */
export function openBounds(nowMs: number): IdBounds {
  return {
    day: dayName(nowMs),
    from: uuidFloor(dayStart(nowMs - MAX_OPEN_MS) - DAY_MS),
    to: uuidFloor(dayStart(nowMs) + 2 * DAY_MS),
  };
}
