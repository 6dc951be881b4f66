import { z } from "zod";
import { hourMs, minuteMs, secondMs } from "../time/durations.ts";
import { share, wholeNumber } from "./number-key.ts";

/** When people are told of what lasts. */
export const alert = z.strictObject({
  circuit_open_ms: wholeNumber({
    description: "How long the circuit of an endpoint, or of its host, has been open, probes that fail included.",
    unit: "ms",
    default: 5 * minuteMs,
    min: secondMs,
    max: 24 * hourMs,
  }),
  lane_share: share({
    description: "The part of what an endpoint may have in flight that is near the whole, while permits are refused for it.",
    default: 0.8,
  }),
  lane_full_ms: wholeNumber({
    description: "How long an endpoint has had that many in flight.",
    unit: "ms",
    default: 30 * secondMs,
    min: secondMs,
    max: hourMs,
  }),
  backlog_age_ms: wholeNumber({
    description: "How long an endpoint's oldest due delivery has waited although its circuit is closed.",
    unit: "ms",
    default: 15 * minuteMs,
    min: secondMs,
    max: 24 * hourMs,
  }),
});
