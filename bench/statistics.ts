/** @param q 0 to 1; @returns the value below which that part of the values lies */
export function quantile(values: readonly number[], q: number): number {
  if (values.length === 0) throw new Error("no values to take a quantile of");
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] as number;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const round2 = (value: number): number => Math.round(value * 100) / 100;
