/** Round numbers that people count in, per power of ten. */
const roundSteps = [1, 2, 5, 10] as const;
/** About how many marks there are above 0. */
const MARKS = 3;

/**
 * The marks of an axis from 0 that reaches at least `max`: round numbers, evenly apart.
 * @param steps how far apart marks may be, where people count in other units than tens; beyond the last one, its multiples
 */
export function axisMarks(max: number, steps?: readonly number[]): number[] {
  if (!(max > 0)) return [0, steps?.[0] ?? 1];
  const step = stepFor(max / MARKS, steps);
  const marks = [0];
  for (let i = 1; (marks.at(-1) as number) < max; i++) marks.push(Number((i * step).toPrecision(12)));
  return marks;
}

function stepFor(raw: number, steps: readonly number[] | undefined): number {
  const longest = steps?.at(-1);
  if (steps && longest !== undefined) return steps.find((step) => step >= raw) ?? longest * Math.ceil(raw / longest);
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * (roundSteps.find((round) => round * power >= raw * 0.999) ?? 10);
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
