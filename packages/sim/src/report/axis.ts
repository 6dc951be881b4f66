/** One axis of a plot: from `low` to `high`, which include all values, with ticks at round numbers. */
export interface Axis {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

const roundSteps = [1, 2, 2.5, 5, 10];

/** How many steps there are between the ticks, more or less. */
const about = 5;

/** From 0, or below it, to a tick at or above the highest value. */
export function axisOver(values: readonly number[]): Axis {
  const least = Math.min(0, ...values);
  const most = Math.max(least, ...values);
  const rough = (most - least || 1) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (roundSteps.find((candidate) => candidate * power >= rough) ?? 10) * power;
  const low = Math.floor(least / step) * step;
  const steps = Math.max(1, Math.ceil((most - low) / step - 1e-9));
  return { low, high: low + steps * step, ticks: Array.from({ length: steps + 1 }, (_, tick) => low + tick * step) };
}

/** The same, but the axis ends with the highest value. */
export function tightAxisOver(values: readonly number[]): Axis {
  const { low, ticks, high } = axisOver(values);
  const most = Math.max(...values);
  return most > low ? { low, high: most, ticks: ticks.filter((tick) => tick <= most) } : { low, high, ticks };
}

/** Three digits, thousands and millions by their letter. */
export function tickLabel(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (size >= 1e4) return `${Number((value / 1e3).toPrecision(3))}k`;
  return String(Number(value.toPrecision(3)));
}
