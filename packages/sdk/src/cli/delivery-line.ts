import type { Delivery } from "../types/delivery.ts";
import { printable } from "./terminal.ts";

/** A delivery in one line: when, what became of it, what it is, and why. */
export function deliveryLine(delivery: Delivery): string {
  const { id, event_id, event_type, state, generation, attempt_count, attempts } = delivery;
  const at = delivery.finished_at ?? attempts.at(-1)?.started_at ?? delivery.accepted_at ?? "-";
  return [
    at,
    state.padEnd("delivered".length),
    event_type ?? "-",
    id,
    event_id,
    ...(generation > 1 ? [`replay ${generation - 1}`] : []),
    ...(attempt_count > 0 ? [`attempt ${attempt_count}`] : []),
    ...(outcomeOf(delivery) ?? []),
    ...(reasonOf(delivery) ?? []),
  ]
    .map(printable)
    .join("  ");
}

const outcomeOf = ({ last_status, last_error }: Delivery): string[] | undefined => {
  if (last_status !== null) return [String(last_status)];
  return last_error === null ? undefined : [last_error];
};

function reasonOf({ state, dead_reason, waiting_reason, next_attempt_at }: Delivery): string[] | undefined {
  if (state === "dead") return [dead_reason ?? "dead"];
  if (state !== "pending") return undefined;
  return [`${waiting_reason ?? "waits"}${next_attempt_at === null ? "" : `, due ${next_attempt_at}`}`];
}
