/** A moment: whole milliseconds since the Unix epoch. Core never reads a clock; the caller passes the moment in. */
export type EpochMs = number;

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
