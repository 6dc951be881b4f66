import type { DeliveryView } from "@hooklane/contracts";
import { Time } from "../../../ui/time.tsx";
import { deadText, waitingText } from "../lib/reason-sentences.ts";

/** Reasons whose end is a moment that is known. */
const timed = new Set(["retry_scheduled", "retry_after"]);

/** When a delivery goes out next and why it has not, or why it never will. */
export function WaitingCell({ delivery }: { delivery: DeliveryView }) {
  if (delivery.state === "pending") {
    const reason = delivery.waiting_reason ?? "due_now";
    const { short, sentence } = waitingText(reason);
    return (
      <span title={sentence}>
        {delivery.next_attempt_at && timed.has(reason) && (
          <>
            <Time at={delivery.next_attempt_at} />
            <span className="text-muted"> · </span>
          </>
        )}
        <span className="text-muted">{short}</span>
      </span>
    );
  }
  if (delivery.state === "dead") {
    const { short, sentence } = deadText(delivery.dead_reason ?? "unknown_state");
    return (
      <span className="text-muted" title={sentence}>
        {short}
      </span>
    );
  }
  return <span className="text-muted">–</span>;
}
