/** Leases, deadlines and retries short enough that what a fault leaves behind is delivered again within a short run. */
export const shortPolicy = {
  lease_ms: 6_000,
  deadline: { connect_ms: 1_000, total_ms: 3_000 },
  retry: { base_ms: 100, cap_ms: 1_000 },
} as const;
