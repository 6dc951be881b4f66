"use client";

import { type EndpointShow, endpointShows } from "@hooklane/contracts";
import { Search, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { cn } from "../../../ui/cn.ts";
import { Input } from "../../../ui/input.tsx";
import { formatCount } from "../../../ui/lib/format-number.ts";

interface EndpointFilterBarProps {
  show: EndpointShow | null;
  search: string | null;
  /** How many endpoints want a look; null when that is not known. */
  attention: number | null;
  onChange: (change: { show?: EndpointShow | null; q?: string | null }) => void;
}

const labels: Record<EndpointShow, string> = { attention: "Need attention", active: "Active", paused: "Paused", disabled: "Disabled" };

/** Narrows the list of endpoints; all of it stands in the address. */
export function EndpointFilterBar({ show, search, attention, onChange }: EndpointFilterBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b p-3">
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">State</legend>
        {endpointShows.map((name) => (
          <Button
            key={name}
            size="small"
            aria-pressed={show === name}
            className={cn("h-8", show === name && "border-accent bg-accent-soft enabled:hover:border-accent enabled:hover:bg-accent-soft")}
            onClick={() => onChange({ show: show === name ? null : name })}
          >
            {labels[name]}
            {name === "attention" && attention !== null && <span className="tabular-nums">{formatCount(attention)}</span>}
          </Button>
        ))}
      </fieldset>
      <SearchBox key={search ?? ""} search={search} onSearch={(q) => onChange({ q })} />
      {(show || search) && (
        <Button variant="quiet" size="small" className="h-8" onClick={() => onChange({ show: null, q: null })}>
          <X aria-hidden /> Clear
        </Button>
      )}
    </div>
  );
}

function SearchBox({ search, onSearch }: { search: string | null; onSearch: (q: string | null) => void }) {
  const [text, setText] = useState(search ?? "");
  const find = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim() || null);
  };
  return (
    <form onSubmit={find} className="relative min-w-0 flex-1 basis-48">
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted" />
      <Input
        aria-label="Part of a URL, a description or an event type"
        placeholder="URL, description or event type"
        className="pl-8 text-sm"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
