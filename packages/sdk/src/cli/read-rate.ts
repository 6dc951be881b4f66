import { usageError } from "./command.ts";

const MAX_PER_S = 10_000;

/** A number of deliveries per second. @throws CommandError for what is none from 1 to 10,000 */
export function readRate(text: string): number {
  const perSecond = text.trim() === "" ? Number.NaN : Number(text);
  if (perSecond >= 1 && perSecond <= MAX_PER_S) return perSecond;
  throw usageError(`expected a rate from 1 to ${MAX_PER_S} deliveries per second, not ${JSON.stringify(text)}`);
}
