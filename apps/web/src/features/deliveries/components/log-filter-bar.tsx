"use client";

import { deliveryStates, parsePublicId } from "@hooklane/contracts";
import { Download, RotateCw, Search, SlidersHorizontal, X } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { toneText } from "../../../ui/badge.tsx";
import { Button, ButtonLink, buttonStyle } from "../../../ui/button.tsx";
import { cn } from "../../../ui/cn.ts";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { isFiltered, type LogFilters, type RangeName, rangeNames, ranges } from "../lib/log-filters.ts";
import { deliveryStateText } from "./delivery-status.tsx";

/** Fetched when it is opened first. */
const MoreFilters = dynamic(async () => (await import("./more-filters.tsx")).MoreFilters);

interface LogFilterBarProps {
  tenantId: string;
  filters: LogFilters;
  /** To choose from; absent where the endpoint is given. */
  endpoints?: readonly { id: string; url: string }[];
  onChange: (change: Partial<LogFilters>) => void;
  onClear: () => void;
  /** Whether the list is kept up to date. */
  live: boolean;
  onLive: (live: boolean) => void;
  /** Where what matches is had as a file. */
  exportHref: string;
  /** Where what matches is replayed; absent for who may not. */
  replayHref?: string | undefined;
}

/** The filters of the log. All of them stand in the address, so a view can be sent to someone. */
export function LogFilterBar({ tenantId, filters, endpoints, onChange, onClear, live, onLive, exportHref, replayHref }: LogFilterBarProps) {
  const states = filters.state ?? [];
  const isMoreSet = Boolean(filters.status || filters.cause || filters.replay || filters.since || filters.until);
  const [more, setMore] = useState(isMoreSet);
  return (
    <div className="flex flex-col gap-2.5 border-b p-3">
      <div className="flex flex-wrap items-center gap-2">
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">State</legend>
          {deliveryStates.map((state) => {
            const { label, icon: Icon, tone } = deliveryStateText[state];
            const pressed = states.includes(state);
            const next = pressed ? states.filter((each) => each !== state) : [...states, state];
            return (
              <Button
                key={state}
                size="small"
                aria-pressed={pressed}
                className={cn("h-8", pressed && "border-accent bg-accent-soft enabled:hover:border-accent enabled:hover:bg-accent-soft")}
                onClick={() => onChange({ state: next.length > 0 ? next : null })}
              >
                <Icon aria-hidden className={cn("size-3.5", toneText[tone])} />
                {label}
              </Button>
            );
          })}
        </fieldset>
        <Select
          aria-label="Time"
          className="w-auto"
          value={filters.range ?? ""}
          onChange={(event) => onChange({ range: (event.target.value || null) as RangeName | null, since: null, until: null })}
        >
          <option value="">Any time</option>
          {rangeNames.map((name) => (
            <option key={name} value={name}>
              {ranges[name].label}
            </option>
          ))}
        </Select>
        <span className="flex-1" />
        {replayHref && (
          <ButtonLink size="small" href={replayHref}>
            <RotateCw aria-hidden /> Replay all that match…
          </ButtonLink>
        )}
        <a href={exportHref} download className={cn(buttonStyle({ size: "small" }), "hover:border-edge hover:bg-sunken")}>
          <Download aria-hidden /> Export CSV
        </a>
        <Switch label="Live" checked={live} onChange={(event) => onLive(event.target.checked)} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {endpoints && (
          <Select
            aria-label="Endpoint"
            className="w-full sm:w-72"
            value={filters.endpoint ?? ""}
            onChange={(event) => onChange({ endpoint: event.target.value || null })}
          >
            <option value="">All endpoints</option>
            {endpoints.map(({ id, url }) => (
              <option key={id} value={id}>
                {url}
              </option>
            ))}
          </Select>
        )}
        <FindBox key={soughtOf(filters)} tenantId={tenantId} filters={filters} onChange={onChange} />
        <Button
          size="small"
          className={cn("h-8", isMoreSet && "border-accent bg-accent-soft")}
          aria-expanded={more}
          onClick={() => setMore(!more)}
        >
          <SlidersHorizontal aria-hidden /> More filters
        </Button>
        {isFiltered(filters) && (
          <Button variant="quiet" size="small" className="h-8" onClick={onClear}>
            <X aria-hidden /> Clear
          </Button>
        )}
      </div>
      {more && <MoreFilters filters={filters} onChange={onChange} />}
      {filters.job && (
        <p className="text-muted text-sm">
          Of the bulk replay <code className="break-all font-mono text-xs">{filters.job}</code>
        </p>
      )}
    </div>
  );
}

const soughtOf = ({ type, event, id }: LogFilters): string => type ?? event ?? id ?? "";

/** Takes an event type, or the id of an event or a delivery, or how one begins. */
function FindBox({ tenantId, filters, onChange }: Pick<LogFilterBarProps, "tenantId" | "filters" | "onChange">) {
  const router = useRouter();
  const [text, setText] = useState(soughtOf(filters));
  const find = (event: FormEvent) => {
    event.preventDefault();
    const sought = text.trim();
    if (parsePublicId("delivery", sought) !== undefined) router.push(`/${tenantId}/deliveries/${sought}`);
    else if (parsePublicId("event", sought) !== undefined) onChange({ event: sought, type: null, id: null });
    else if (/^(dlv|evt)_/.test(sought)) onChange({ id: sought.toLowerCase(), type: null, event: null });
    else onChange({ type: sought || null, event: null, id: null });
  };
  return (
    <form onSubmit={find} className="relative min-w-0 flex-1 basis-48">
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted" />
      <Input
        aria-label="Event type, or an id of an event or a delivery, or its beginning"
        placeholder="Event type, evt_… or dlv_…"
        className="pl-8 font-mono text-xs"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
