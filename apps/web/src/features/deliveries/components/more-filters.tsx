"use client";

import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { transportCauses } from "../lib/cause-sentence.ts";
import type { LogFilters, ReplayChoice } from "../lib/log-filters.ts";

const statuses = ["2xx", "3xx", "4xx", "5xx", "400", "401", "403", "404", "410", "429", "500", "502", "503", "504"];

/** Filters that are needed now and then. */
export function MoreFilters({ filters, onChange }: { filters: LogFilters; onChange: (change: Partial<LogFilters>) => void }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label="Status of the last answer"
        className="w-auto max-w-60"
        value={filters.status ?? ""}
        onChange={(event) => onChange({ status: event.target.value || null })}
      >
        <option value="">Any status</option>
        {withChosen(statuses, filters.status).map((status) => (
          <option key={status}>{status}</option>
        ))}
      </Select>
      <Select
        aria-label="Cause of the last attempt"
        className="w-auto max-w-60"
        value={filters.cause ?? ""}
        onChange={(event) => onChange({ cause: event.target.value || null })}
      >
        <option value="">Any cause</option>
        {withChosen(transportCauses, filters.cause).map((cause) => (
          <option key={cause}>{cause}</option>
        ))}
      </Select>
      <Select
        aria-label="Replays"
        className="w-auto max-w-60"
        value={filters.replay ?? ""}
        onChange={(event) => onChange({ replay: (event.target.value || null) as ReplayChoice | null })}
      >
        <option value="">With replays</option>
        <option value="only">Only replays</option>
        <option value="none">Without replays</option>
      </Select>
      <SpanForm key={`${filters.since}${filters.until}`} filters={filters} onChange={onChange} />
    </div>
  );
}

/** A value of the address is offered even if it is none of the usual ones. */
const withChosen = (choices: readonly string[], chosen: string | null): readonly string[] =>
  chosen && !choices.includes(chosen) ? [chosen, ...choices] : choices;

/** From and to, in UTC. */
function SpanForm({ filters, onChange }: { filters: LogFilters; onChange: (change: Partial<LogFilters>) => void }) {
  const [since, setSince] = useState(toLocal(filters.since));
  const [until, setUntil] = useState(toLocal(filters.until));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onChange({ since: toInstant(since), until: toInstant(until), range: null });
  };
  return (
    <form onSubmit={apply} className="flex flex-wrap items-center gap-2 text-muted text-sm">
      <span className="flex items-center gap-1.5">
        <span aria-hidden>From</span>
        <Input
          type="datetime-local"
          aria-label="From, in UTC"
          step={1}
          className="w-auto text-xs"
          value={since}
          max={until || undefined}
          onChange={(event) => setSince(event.target.value)}
        />
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden>to</span>
        <Input
          type="datetime-local"
          aria-label="To, in UTC"
          step={1}
          className="w-auto text-xs"
          value={until}
          min={since || undefined}
          onChange={(event) => setUntil(event.target.value)}
        />
      </span>
      <span aria-hidden>UTC</span>
      <Button type="submit" size="small" className="h-8">
        Apply
      </Button>
    </form>
  );
}

const toLocal = (at: string | null): string =>
  at !== null && !Number.isNaN(Date.parse(at)) ? new Date(at).toISOString().slice(0, 19) : "";
const toInstant = (local: string): string | null => (Number.isNaN(Date.parse(`${local}Z`)) ? null : new Date(`${local}Z`).toISOString());
