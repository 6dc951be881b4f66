import { type DeliveryState, deliveryStates } from "@hooklane/contracts";
import { parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs/server";

const MINUTE_MS = 60_000;

/** Spans that the log can be narrowed to, counted back from now. */
export const ranges = {
  "15m": { label: "Last 15 minutes", ms: 15 * MINUTE_MS },
  "1h": { label: "Last hour", ms: 60 * MINUTE_MS },
  "24h": { label: "Last 24 hours", ms: 1_440 * MINUTE_MS },
  "7d": { label: "Last 7 days", ms: 10_080 * MINUTE_MS },
} as const;

export type RangeName = keyof typeof ranges;
export const rangeNames = Object.keys(ranges) as RangeName[];

/** The log's filters as they stand in the address; what is not valid there is as if it were absent. */
export const logParsers = {
  state: parseAsArrayOf(parseAsStringLiteral(deliveryStates)),
  endpoint: parseAsString,
  type: parseAsString,
  event: parseAsString,
  range: parseAsStringLiteral(rangeNames),
  since: parseAsString,
  until: parseAsString,
  cursor: parseAsString,
};

export interface LogFilters {
  state: DeliveryState[] | null;
  endpoint: string | null;
  type: string | null;
  event: string | null;
  range: RangeName | null;
  since: string | null;
  until: string | null;
  cursor: string | null;
}

export const noFilters: LogFilters = {
  state: null,
  endpoint: null,
  type: null,
  event: null,
  range: null,
  since: null,
  until: null,
  cursor: null,
};

/** Whether the filters leave anything out. */
export const isFiltered = (filters: LogFilters): boolean =>
  Boolean(filters.state?.length || filters.endpoint || filters.type || filters.event || filters.range || filters.since || filters.until);

/** What the filters ask of the server. @param nowMs from which a range counts back */
export function logQuery(tenantId: string, filters: LogFilters, nowMs: number) {
  const since = filters.range ? new Date(nowMs - ranges[filters.range].ms).toISOString() : readInstant(filters.since);
  const until = filters.range ? undefined : readInstant(filters.until);
  return {
    tenantId,
    ...(filters.state?.length && { state: filters.state }),
    ...(filters.endpoint && { endpointId: filters.endpoint }),
    ...(filters.type && { type: filters.type }),
    ...(filters.event && { eventId: filters.event }),
    ...(since && { since }),
    ...(until && { until }),
    ...(filters.cursor && { cursor: filters.cursor }),
  };
}

/** ISO 8601 with its zone, or undefined when the text names no moment. */
function readInstant(text: string | null): string | undefined {
  const ms = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
