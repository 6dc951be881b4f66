/** The value at share `q` (0 to 1) of the sorted values, nearest rank; NaN without values. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * q) - 1)] ?? Number.NaN;
}

/** NaN without values. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);
