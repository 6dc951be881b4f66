import { eventTypeSchema } from "@hooklane/contracts";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";

const HOUR_MS = 3_600_000;

/** Spans that the list can be narrowed to, counted back from now. */
export const eventRanges = {
  "1h": { label: "Last hour", ms: HOUR_MS },
  "24h": { label: "Last 24 hours", ms: 24 * HOUR_MS },
  "7d": { label: "Last 7 days", ms: 168 * HOUR_MS },
} as const;

export type EventRange = keyof typeof eventRanges;
export const eventRangeNames = Object.keys(eventRanges) as EventRange[];

/** The list's filters as they stand in the address. */
export const eventListParsers = {
  type: parseAsString,
  range: parseAsStringLiteral(eventRangeNames),
  cursor: parseAsString,
};

export interface EventFilters {
  type: string | null;
  range: EventRange | null;
  cursor: string | null;
}

/** What the filters ask of the server; a type that is none asks for nothing that exists, and is left out. @param nowMs from which a range counts back */
export const eventListQuery = (tenantId: string, { type, range, cursor }: EventFilters, nowMs: number) => ({
  tenantId,
  ...(type && eventTypeSchema.safeParse(type).success && { type }),
  ...(range && { since: new Date(nowMs - eventRanges[range].ms).toISOString() }),
  ...(cursor && { cursor }),
});
