import { eventTypeSchema, replayableStates } from "@hooklane/contracts";
import { parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs/server";

/** What a bulk replay is begun with, as it stands in the address. */
export const replayParsers = {
  endpoint: parseAsString,
  types: parseAsArrayOf(parseAsString),
  states: parseAsArrayOf(parseAsStringLiteral(replayableStates)),
  since: parseAsString,
  until: parseAsString,
};

export type ReplayableState = (typeof replayableStates)[number];

/** The form's texts. Times are of the `datetime-local` kind, in UTC. */
export interface ReplayForm {
  endpoint: string;
  since: string;
  until: string;
  types: string;
  states: ReplayableState[];
}

/** A filter that no longer changes: neither with the clock nor with what is typed next. */
export interface FrozenFilter {
  endpointId: string;
  since: string;
  until: string;
  types?: string[];
  states: ReplayableState[];
}

export type ReadForm = { ok: true; filter: FrozenFilter } | { ok: false; errors: Partial<Record<keyof ReplayForm, string>> };

const DAY_MS = 86_400_000;

interface InAddress {
  endpoint: string | null;
  types: string[] | null;
  states: ReplayableState[] | null;
  since: string | null;
  until: string | null;
}

/** What the form holds at first: what the address says, or all that died within the last day. @param nowMs Unix time */
export const initialForm = ({ endpoint, types, states, since, until }: InAddress, nowMs: number): ReplayForm => ({
  endpoint: endpoint ?? "",
  since: toLocal(since) ?? localOf(nowMs - DAY_MS),
  until: toLocal(until) ?? localOf(nowMs + 1_000), // what has just died is among it
  types: types?.join(", ") ?? "",
  states: states?.length ? states : ["dead"],
});

/** Reads the form, and says what is wrong with it value by value. */
export function readForm(form: ReplayForm): ReadForm {
  const errors: Partial<Record<keyof ReplayForm, string>> = {};
  const [sinceMs, untilMs] = [Date.parse(`${form.since}Z`), Date.parse(`${form.until}Z`)];
  const types = form.types.split(/[\s,]+/).filter(Boolean);
  const wrong = types.find((type) => !eventTypeSchema.safeParse(type).success);
  if (form.endpoint === "") errors.endpoint = "choose an endpoint";
  if (Number.isNaN(sinceMs)) errors.since = "choose a day and a time";
  if (Number.isNaN(untilMs)) errors.until = "choose a day and a time";
  else if (untilMs <= sinceMs) errors.until = "this must be later than the beginning";
  if (wrong !== undefined) errors.types = `${wrong} is no event type`;
  if (form.states.length === 0) errors.states = "choose at least one";
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const filter = {
    endpointId: form.endpoint,
    since: new Date(sinceMs).toISOString(),
    until: new Date(untilMs).toISOString(),
    ...(types.length > 0 && { types }),
    states: form.states,
  };
  return { ok: true, filter };
}

const localOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19);
const toLocal = (at: string | null): string | undefined =>
  at !== null && !Number.isNaN(Date.parse(at)) ? localOf(Date.parse(at)) : undefined;
