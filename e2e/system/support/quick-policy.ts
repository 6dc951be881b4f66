/**
 * For runs in which processes are killed: leases and deadlines short enough that what a crash leaves behind is delivered again within the test, and, as
 * crashes look like failures of the endpoints, no going easy on them.
 */
export const quickPolicy = {
  lease_ms: 6_000,
  deadline: { connect_ms: 1_000, total_ms: 3_000 },
  retry: { base_ms: 100, cap_ms: 1_000 },
  budget: { ratio: 1, burst: 1_000, host_burst: 1_000, fleet_burst: 1_000 },
  breaker: { min_attempts: 100_000, timeout_count: 100_000 },
};
