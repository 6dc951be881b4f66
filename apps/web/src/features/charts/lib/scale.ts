/** Round numbers that people count in, per power of ten. */
const roundSteps = [1, 2, 5, 10] as const;

/**
 * The marks of an axis from 0 that reaches at least `max`: round numbers, evenly apart.
 * @param count about how many marks above 0; at least 1
 */
export function axisMarks(max: number, count = 3): number[] {
  if (!(max > 0)) return [0, 1];
  const raw = max / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * (roundSteps.find((round) => round * power >= raw * 0.999) ?? 10);
  const marks = [0];
  for (let i = 1; (marks.at(-1) as number) < max; i++) marks.push(Number((i * step).toPrecision(12)));
  return marks;
}

/** The stretches of a line that have no gap: positions and values of what is known. */
export function segmentsOf(values: readonly (number | null)[]): { index: number; value: number }[][] {
  const segments: { index: number; value: number }[][] = [];
  let open: { index: number; value: number }[] | undefined;
  for (const [index, value] of values.entries()) {
    if (value === null) {
      open = undefined;
      continue;
    }
    if (!open) {
      open = [];
      segments.push(open);
    }
    open.push({ index, value });
  }
  return segments;
}

/** Which buckets get a mark on the axis of time: evenly apart, the first and none that would stand at the very end. @param count of marks at the most */
export function timeMarks(buckets: number, count: number): number[] {
  const every = Math.max(1, Math.ceil(buckets / Math.max(1, count)));
  return Array.from({ length: Math.ceil(buckets / every) }, (_, i) => i * every);
}
