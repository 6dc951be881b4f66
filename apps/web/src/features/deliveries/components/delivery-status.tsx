import type { DeliveryState } from "@hooklane/contracts";
import { CircleCheck, CircleX, Clock, type LucideIcon, Send } from "lucide-react";
import { Status, type Tone } from "../../../ui/badge.tsx";

export const deliveryStateText: Record<DeliveryState, { label: string; tone: Tone; icon: LucideIcon }> = {
  pending: { label: "Pending", tone: "wait", icon: Clock },
  inflight: { label: "In flight", tone: "live", icon: Send },
  delivered: { label: "Delivered", tone: "good", icon: CircleCheck },
  dead: { label: "Dead", tone: "bad", icon: CircleX },
};

/** The state of a delivery. */
export function DeliveryStatus({ state }: { state: DeliveryState }) {
  const { label, tone, icon } = deliveryStateText[state];
  return (
    <Status tone={tone} icon={icon}>
      {label}
    </Status>
  );
}
