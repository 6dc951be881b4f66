import { usageError } from "./command.ts";

const unitsMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * A moment: ISO 8601, or how long ago, like `90s`, `30m`, `2h` or `7d`. A time without an offset is this machine's local time.
 * @throws CommandError for anything else
 */
export function readTime(text: string, option: string, nowMs: number): Date {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count && unit) return new Date(nowMs - Number(count) * unitsMs[unit as keyof typeof unitsMs]);
  const atMs = /^\d{4}-\d{2}-\d{2}(T|$)/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs))
    throw usageError(`--${option}: expected a time like 2026-11-30T12:00:00Z, or how long ago, like 2h, not ${JSON.stringify(text)}`);
  return new Date(atMs);
}
