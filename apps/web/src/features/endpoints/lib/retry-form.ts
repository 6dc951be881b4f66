import type { SubscriptionView } from "@hooklane/contracts";
import { z } from "zod";

type RetryPolicy = SubscriptionView["retry_policy"];

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const numberFrom = (min: number, max: number, unit: string) =>
  z.string().refine(
    (text) => {
      const n = Number(text);
      return text.trim() === "" || (Number.isFinite(n) && n >= min && n <= max);
    },
    `a number from ${min} to ${max}${unit && ` ${unit}`}, or nothing`,
  );

/** The retry rules as they are typed, in the units that people think in; what is empty follows the installation. */
export const retryFormSchema = z.object({
  base_s: numberFrom(0.1, 3_600, "s"),
  factor: numberFrom(1, 10, ""),
  cap_min: numberFrom(1 / 60, 1_440, "min"),
  window_h: numberFrom(1 / 3_600, 72, "h"),
  max_attempts: numberFrom(1, 1_000, "").refine(
    (text) => text.trim() === "" || Number.isInteger(Number(text)),
    "a whole number, or nothing",
  ),
  jitter: z.enum(["", "full", "equal", "decorrelated"]),
  on_empty_budget: z.enum(["", "defer", "dead_letter"]),
});

export type RetryForm = z.infer<typeof retryFormSchema>;

export const emptyRetryForm: RetryForm = {
  base_s: "",
  factor: "",
  cap_min: "",
  window_h: "",
  max_attempts: "",
  jitter: "",
  on_empty_budget: "",
};

const shown = (n: number | undefined, unit: number): string => (n === undefined ? "" : String(Number((n / unit).toPrecision(6))));

export const retryFormOf = (policy: RetryPolicy): RetryForm => ({
  base_s: shown(policy.base_ms, SECOND_MS),
  factor: shown(policy.factor, 1),
  cap_min: shown(policy.cap_ms, MINUTE_MS),
  window_h: shown(policy.window_ms, HOUR_MS),
  max_attempts: shown(policy.max_attempts, 1),
  jitter: policy.jitter ?? "",
  on_empty_budget: policy.on_empty_budget ?? "",
});

/** The rules as the API takes them; the form must be valid. */
export function retryPolicyOf(form: RetryForm): RetryPolicy {
  const number = (text: string, unit: number) => (text.trim() === "" ? undefined : Number(text) * unit);
  const whole = (text: string, unit: number) => {
    const n = number(text, unit);
    return n === undefined ? undefined : Math.round(n);
  };
  const policy = {
    base_ms: whole(form.base_s, SECOND_MS),
    factor: number(form.factor, 1),
    cap_ms: whole(form.cap_min, MINUTE_MS),
    window_ms: whole(form.window_h, HOUR_MS),
    max_attempts: whole(form.max_attempts, 1),
    jitter: form.jitter || undefined,
    on_empty_budget: form.on_empty_budget || undefined,
  };
  return Object.fromEntries(Object.entries(policy).filter(([, value]) => value !== undefined)) as RetryPolicy;
}
