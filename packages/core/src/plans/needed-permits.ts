/**
 * Permits that a lane needs by Little's law, as it is sized while it runs: what arrives in the time that one delivery takes is under way at once.
 *
 * @param arrivalPerS λ: deliveries per second
 * @param latencyP99Ms L: the 99th percentile of answers in milliseconds
 * @param headroom permits beyond that, as configured for lanes
 * @returns a whole number of permits: ⌈λ · L⌉ + headroom
 */
export const neededPermits = (arrivalPerS: number, latencyP99Ms: number, headroom: number): number =>
  Math.ceil((arrivalPerS * latencyP99Ms) / 1_000) + headroom;
