import type { AlertState } from "@hooklane/contracts";
import { BellOff, CircleCheck, Eye, type LucideIcon, OctagonAlert } from "lucide-react";
import { Status, type Tone } from "../../../ui/badge.tsx";

export const alertStateText: Record<AlertState, { label: string; tone: Tone; icon: LucideIcon }> = {
  open: { label: "Open", tone: "bad", icon: OctagonAlert },
  acknowledged: { label: "Acknowledged", tone: "wait", icon: Eye },
  muted: { label: "Muted", tone: "quiet", icon: BellOff },
  resolved: { label: "Resolved", tone: "good", icon: CircleCheck },
};

export function AlertStatus({ state }: { state: AlertState }) {
  const { label, tone, icon } = alertStateText[state];
  return (
    <Status tone={tone} icon={icon}>
      {label}
    </Status>
  );
}
