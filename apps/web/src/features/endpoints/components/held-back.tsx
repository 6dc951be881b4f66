import type { WaitingView } from "@hooklane/contracts";
import { formatCountdown } from "../../../ui/lib/format-time.ts";
import { waitingText } from "../../deliveries/index.ts";

const classes: Record<WaitingView["class"], string> = {
  first: "first attempts",
  retry: "retries",
  catch_up: "replays and older backlog",
  ordered: "the next one in order",
};

/** What waits now and why, by reason. @param nowMs Unix time, for what runs down */
export function HeldBack({ waiting, nowMs }: { waiting: readonly WaitingView[]; nowMs: number }) {
  const current = waiting.filter(({ until }) => until === null || Date.parse(until) > nowMs);
  if (current.length === 0) return null;
  const byReason = [...Map.groupBy(current, ({ reason, until }) => `${reason} ${until}`).values()];
  return (
    <ul className="mt-4 flex flex-col gap-1.5 rounded-md bg-wait-soft px-3 py-2 text-sm">
      {byReason.map((alike) => {
        const [{ reason, until } = { reason: "due_now", until: null }] = alike;
        const { sentence, fix } = waitingText(reason);
        const who = alike.map(({ class: deliveryClass }) => classes[deliveryClass]).join(" and ");
        return (
          <li key={reason}>
            <span className="font-medium text-wait">
              {who.charAt(0).toUpperCase() + who.slice(1)} {alike.length === 1 && alike[0]?.class === "ordered" ? "waits" : "wait"}
            </span>
            {until !== null && <span className="tabular-nums"> for {formatCountdown(Date.parse(until) - nowMs)}</span>}: {sentence}
            {fix && <span className="text-ink/80"> {fix}</span>}
          </li>
        );
      })}
    </ul>
  );
}
