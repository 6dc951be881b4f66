import type { CircuitState, SubscriptionView } from "@hooklane/contracts";
import { CircleCheck, CircleOff, CirclePause, type LucideIcon, PlugZap } from "lucide-react";
import { Status, type Tone } from "../../../ui/badge.tsx";

const texts: Record<SubscriptionView["state"], { label: string; tone: Tone; icon: LucideIcon }> = {
  active: { label: "Active", tone: "good", icon: CircleCheck },
  paused: { label: "Paused", tone: "wait", icon: CirclePause },
  disabled: { label: "Disabled", tone: "bad", icon: CircleOff },
};

interface EndpointStatusProps {
  state: SubscriptionView["state"];
  circuit?: CircuitState;
  /** Something about it needs attention: then being active is no good news. */
  troubled?: boolean;
}

/** The state of an endpoint, and of its circuit when that is not closed. */
export function EndpointStatus({ state, circuit = "closed", troubled = false }: EndpointStatusProps) {
  const { label, icon, ...text } = texts[state];
  const tone = troubled && text.tone === "good" ? "quiet" : text.tone;
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 xl:flex-nowrap">
      <Status tone={tone} icon={icon}>
        {label}
      </Status>
      {circuit !== "closed" && (
        <Status tone={circuit === "open" ? "bad" : "wait"} icon={PlugZap}>
          {circuit === "open" ? "Circuit open" : "Probing"}
        </Status>
      )}
    </span>
  );
}
