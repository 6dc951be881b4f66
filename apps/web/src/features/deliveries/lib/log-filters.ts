import { type DeliveryState, deliveryStates, parsePublicId, statusFilterPattern } from "@hooklane/contracts";
import { parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs/server";

const MINUTE_MS = 60_000;
const MAX_CAUSE_CHARACTERS = 64;

/** Spans that the log can be narrowed to, counted back from now. */
export const ranges = {
  "15m": { label: "Last 15 minutes", ms: 15 * MINUTE_MS },
  "1h": { label: "Last hour", ms: 60 * MINUTE_MS },
  "24h": { label: "Last 24 hours", ms: 1_440 * MINUTE_MS },
  "7d": { label: "Last 7 days", ms: 10_080 * MINUTE_MS },
} as const;

export type RangeName = keyof typeof ranges;
export const rangeNames = Object.keys(ranges) as RangeName[];

const idStart = /^(dlv|evt)_[0-9a-z]{0,26}$/;
export const replayChoices = ["only", "none"] as const;
export type ReplayChoice = (typeof replayChoices)[number];

/** The log's filters as they stand in the address; what is not valid there is as if it were absent. */
export const logParsers = {
  state: parseAsArrayOf(parseAsStringLiteral(deliveryStates)),
  endpoint: parseAsString,
  type: parseAsString,
  event: parseAsString,
  id: parseAsString,
  status: parseAsString,
  cause: parseAsString,
  replay: parseAsStringLiteral(replayChoices),
  job: parseAsString,
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
  /** The beginning of a delivery's or an event's id. */
  id: string | null;
  /** Of the last answer: `404`, or a class like `5xx`. */
  status: string | null;
  /** Of the last attempt. */
  cause: string | null;
  replay: ReplayChoice | null;
  /** The bulk replay that made them. */
  job: string | null;
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
  id: null,
  status: null,
  cause: null,
  replay: null,
  job: null,
  range: null,
  since: null,
  until: null,
  cursor: null,
};

/** Whether the filters leave anything out. */
export const isFiltered = ({ cursor: _, state, ...filters }: LogFilters): boolean =>
  Boolean(state?.length) || Object.values(filters).some(Boolean);

/** What the filters ask of the server. @param nowMs from which a range counts back */
export function logQuery(tenantId: string, filters: LogFilters, nowMs: number) {
  const { since, until } = logWindow(filters, nowMs);
  return {
    tenantId,
    ...(filters.state?.length && { state: filters.state }),
    ...(filters.endpoint && { endpointId: filters.endpoint }),
    ...(filters.type && { type: filters.type }),
    ...(filters.event && parsePublicId("event", filters.event) && { eventId: filters.event }),
    ...(filters.id && idStart.test(filters.id) && { id: filters.id }),
    ...(filters.status && statusFilterPattern.test(filters.status) && { status: filters.status }),
    ...(filters.cause && { cause: filters.cause.slice(0, MAX_CAUSE_CHARACTERS) }),
    ...(filters.replay && { replay: filters.replay }),
    ...(filters.job && parsePublicId("job", filters.job) && { jobId: filters.job }),
    ...(since && { since }),
    ...(until && { until }),
    ...(filters.cursor && { cursor: filters.cursor }),
  };
}

/** The span of time that the filters name, in ISO 8601; a chosen range stands before written times. */
export const logWindow = (filters: LogFilters, nowMs: number): { since: string | undefined; until: string | undefined } =>
  filters.range
    ? { since: new Date(nowMs - ranges[filters.range].ms).toISOString(), until: undefined }
    : { since: readInstant(filters.since), until: readInstant(filters.until) };

/** Where the rows that the filters match are had as a file. */
export function exportAddress(tenantId: string, filters: LogFilters, nowMs: number): string {
  const { state, ...query } = logQuery(tenantId, { ...filters, cursor: null }, nowMs);
  return `/api/exports/deliveries?${new URLSearchParams({ ...query, ...(state && { state: state.join(",") }) })}`;
}

/** Where a bulk replay of what the filters match begins: with their endpoint, type, span of time and those of their states that can be replayed. */
export function replayAddress(tenantId: string, filters: LogFilters, nowMs: number): string {
  const { since, until } = logWindow(filters, nowMs);
  const states = filters.state?.filter((state) => state === "dead" || state === "delivered") ?? [];
  const query = new URLSearchParams({
    ...(filters.endpoint && { endpoint: filters.endpoint }),
    ...(filters.type && { types: filters.type }),
    ...(states.length > 0 && { states: states.join(",") }),
    ...(since && { since }),
    ...(until && { until }),
  });
  return `/${tenantId}/replays/new${query.size > 0 ? `?${query}` : ""}`;
}

/** ISO 8601 with its zone, or undefined when the text names no moment. */
function readInstant(text: string | null): string | undefined {
  const ms = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
