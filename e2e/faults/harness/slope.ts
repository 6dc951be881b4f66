export interface Sample {
  readonly atMs: number;
  readonly value: number;
}

const hourMs = 3_600_000;

/** The slope of the straight line through the samples (least squares), per hour; NaN without two moments. */
export function risePerHour(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [at, value] = [mean(({ atMs }) => atMs), mean((sample) => sample.value)];
  const covariance = mean((sample) => (sample.atMs - at) * (sample.value - value));
  return (covariance / mean(({ atMs }) => (atMs - at) ** 2)) * hourMs;
}
