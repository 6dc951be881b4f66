import { z } from "zod";
import { limitSchema } from "../lists/page.ts";
import { type AlertKind, alertKindNames } from "./alert-kinds.ts";

export const alertStates = ["open", "acknowledged", "muted", "resolved"] as const;
export type AlertState = (typeof alertStates)[number];

/** An alert as members see it. */
export interface AlertView {
  id: string;
  kind: AlertKind;
  state: AlertState;
  /** What it is about; a link leads there. */
  about: { kind: "endpoint"; id: string; url: string; deleted: boolean } | { kind: "host"; host: string } | { kind: "workspace" };
  first_seen: string;
  last_seen: string;
  /** How often it was seen, or opened again. */
  count: number;
  /** As its kind has it. */
  evidence: Record<string, unknown>;
  resolved_at: string | null;
  /** Who resolved it by hand. */
  resolved_by: string | null;
  acknowledged_by: string | null;
  muted_until: string | null;
}

export const listAlertsSchema = z.strictObject({
  state: z.enum(alertStates).default("open"),
  limit: limitSchema,
  cursor: z.string().optional(),
});
export type ListAlerts = z.infer<typeof listAlertsSchema>;

/** How long an alert may be muted, in hours. */
export const muteHours = [1, 8, 24, 168] as const;
export const muteHoursSchema = z.union(muteHours.map((hours) => z.literal(hours)));

/** Whether mail is sent of each kind: what the workspace says, and what the member chose instead. */
export interface AlertPreferences {
  kinds: { kind: AlertKind; workspace: boolean; mine: boolean | null }[];
}

export const alertChoiceSchema = z.strictObject({
  kind: z.enum(alertKindNames),
  /** Null: as the workspace says. */
  by_mail: z.boolean().nullable(),
});
export type AlertChoice = z.infer<typeof alertChoiceSchema>;
