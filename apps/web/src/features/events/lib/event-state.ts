import type { EventDetailView } from "@hooklane/contracts";
import { CircleCheck, CircleSlash, CircleX, Clock, type LucideIcon, Send } from "lucide-react";
import type { Tone } from "../../../ui/badge.tsx";

export interface EventState {
  label: string;
  tone: Tone;
  icon: LucideIcon;
  sentence: string;
}

/** How far an event has come with the deliveries of its first generation; replays are named beside them and change nothing of it. */
export function eventStateText({
  fan_out: fanOut,
  completed_at: completedAt,
  deliveries,
  deliveries_truncated: more,
}: Pick<EventDetailView, "fan_out" | "completed_at" | "deliveries" | "deliveries_truncated">): EventState {
  if (fanOut.state === "running")
    return {
      label: "Fanning out",
      tone: "live",
      icon: Send,
      sentence: `Its deliveries are being written: ${fanOut.done} of about ${fanOut.total}.`,
    };
  const first = deliveries.filter(({ generation }) => generation === 1);
  const delivered = first.filter(({ state }) => state === "delivered").length;
  const dead = first.filter(({ state }) => state === "dead").length;
  const of = more ? `the first ${first.length} deliveries` : `${first.length} ${first.length === 1 ? "delivery" : "deliveries"}`;
  if (completedAt === null)
    return {
      label: "Under way",
      tone: "wait",
      icon: Clock,
      sentence: `Of ${of}, ${delivered} delivered, ${dead} dead, and ${first.length - delivered - dead} under way.`,
    };
  if (first.length === 0)
    return { label: "No takers", tone: "quiet", icon: CircleSlash, sentence: "No endpoint asked for it when it came." };
  if (dead > 0)
    return { label: "Completed, some dead", tone: "bad", icon: CircleX, sentence: `Of ${of}, ${delivered} delivered and ${dead} dead.` };
  return { label: "Completed", tone: "good", icon: CircleCheck, sentence: `All of ${of} delivered.` };
}
