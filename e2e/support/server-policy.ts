/** The policies of the product under test: windows so short that an outage, and what comes after it, can be watched from end to end. */
export const serverPolicy = {
  breaker: { min_attempts: 6, open_ms: 6_000, max_open_ms: 6_000 },
  ramp: { window_ms: 20_000 },
  config_error: { min: 4 },
};
