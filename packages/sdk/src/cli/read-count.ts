import { usageError } from "./command.ts";

/** A whole number from 0 to `most`. @throws CommandError for anything else */
export function readCount(text: string, option: string, most: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count <= most)) throw usageError(`--${option}: expected a number from 0 to ${most}, not ${JSON.stringify(text)}`);
  return count;
}
