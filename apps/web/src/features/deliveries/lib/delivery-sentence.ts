import { type DeliveryView, SIGNATURE_TEST_TYPE } from "@hooklane/contracts";
import { formatDuration } from "../../../ui/lib/format-time.ts";
import { deadText, waitingText } from "./reason-sentences.ts";

/** What is the case with a delivery, in a sentence, and what would change it. */
export function deliverySentence(delivery: DeliveryView): { sentence: string; fix?: string } {
  switch (delivery.state) {
    case "delivered":
      if (delivery.test && delivery.event_type === SIGNATURE_TEST_TYPE) return signatureTestSentence(delivery);
      return { sentence: deliveredSentence(delivery) };
    case "inflight":
      return { sentence: `Attempt ${delivery.attempt_count} is under way.` };
    case "dead":
      return deadText(delivery.dead_reason ?? "unknown_state");
    case "pending":
      return waitingText(delivery.waiting_reason ?? "due_now");
  }
}

function deliveredSentence({ attempt_count: attempts, accepted_at: accepted, finished_at: finished }: DeliveryView): string {
  const how = attempts === 1 ? "at the first attempt" : `at attempt ${attempts}`;
  if (!accepted || !finished) return `Delivered ${how}.`;
  return `Delivered ${how}, ${formatDuration(Math.max(0, Date.parse(finished) - Date.parse(accepted)))} after it was accepted.`;
}

function signatureTestSentence({ last_status: status }: DeliveryView): { sentence: string } {
  const sent = "It was signed wrongly on purpose";
  if (status !== null && status >= 200 && status < 300)
    return { sentence: `${sent}, and the endpoint accepted it: it does not verify signatures.` };
  return { sentence: `${sent}; the endpoint answered ${status ?? "nothing"}, and that ends it.` };
}
