import type { AttemptView } from "@hooklane/contracts";

/** A part of an attempt's time, in the order in which they happen. */
export interface Phase {
  name: "Name" | "Connect" | "TLS" | "Wait" | "Read";
  startMs: number;
  spanMs: number;
}

/**
 * Splits an attempt's duration into what it was spent on. Timings are spans of their own; what is left after the first byte is reading the
 * answer, or everything unknown when no byte came. Never longer than the attempt.
 */
export function attemptPhases({ timings, duration_ms: durationMs }: Pick<AttemptView, "timings" | "duration_ms">): Phase[] {
  const phases: Phase[] = [];
  let at = 0;
  const add = (name: Phase["name"], spanMs: number | null) => {
    const span = Math.min(spanMs ?? 0, durationMs - at);
    if (span <= 0) return;
    phases.push({ name, startMs: at, spanMs: span });
    at += span;
  };
  add("Name", timings.dns_ms);
  add("Connect", timings.connect_ms);
  add("TLS", timings.tls_ms);
  add("Wait", timings.first_byte_ms ?? durationMs - at);
  add("Read", durationMs - at);
  return phases;
}
