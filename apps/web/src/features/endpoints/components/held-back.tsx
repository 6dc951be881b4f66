import type { WaitingView } from "@hooklane/contracts";
import { formatCountdown } from "../../../ui/lib/format-time.ts";
import { waitingText } from "../../deliveries/index.ts";

const classes: Record<WaitingView["class"], string> = {
  first: "First attempts",
  retry: "Retries",
  catch_up: "Replays and what caught up",
  ordered: "The next one in order",
};

/** What waits now and why, by class of delivery. @param nowMs Unix time, for what runs down */
export function HeldBack({ waiting, nowMs }: { waiting: readonly WaitingView[]; nowMs: number }) {
  const current = waiting.filter(({ until }) => until === null || Date.parse(until) > nowMs);
  if (current.length === 0) return null;
  return (
    <ul className="mt-4 flex flex-col gap-1.5 rounded-md bg-wait-soft px-3 py-2 text-sm">
      {current.map(({ class: deliveryClass, reason, until }) => {
        const { sentence, fix } = waitingText(reason);
        return (
          <li key={deliveryClass}>
            <span className="font-medium text-wait">{classes[deliveryClass]} wait</span>
            {until !== null && <span className="tabular-nums"> for {formatCountdown(Date.parse(until) - nowMs)}</span>}: {sentence}
            {fix && <span className="text-ink/80"> {fix}</span>}
          </li>
        );
      })}
    </ul>
  );
}
