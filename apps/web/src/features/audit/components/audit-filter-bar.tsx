"use client";

import { Search, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { actionKinds } from "../lib/action-kinds.ts";
import { type AuditFilters, isAuditFiltered } from "../lib/audit-filters.ts";

interface AuditFilterBarProps {
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
  onClear: () => void;
}

/** The filters of the audit log. All of them stand in the address, so a view can be sent to someone. */
export function AuditFilterBar({ filters, onChange, onClear }: AuditFilterBarProps) {
  const [actor, setActor] = useState(filters.actor ?? "");
  const [target, setTarget] = useState(filters.target ?? "");
  const search = (event: FormEvent) => {
    event.preventDefault();
    onChange({ actor: actor.trim() || null, target: target.trim() || null });
  };
  return (
    <form onSubmit={search} className="flex flex-wrap items-center gap-2 border-b p-3">
      <Select
        aria-label="Kind of change"
        className="w-full sm:w-44"
        value={filters.action ?? ""}
        onChange={(event) => onChange({ action: event.target.value || null })}
      >
        <option value="">All changes</option>
        {actionKinds.map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </Select>
      <Input
        aria-label="Who: id of a person or key, or system"
        placeholder="Who: usr_…, key_…, system"
        className="w-full font-mono text-xs sm:w-56"
        spellCheck={false}
        value={actor}
        onChange={(event) => setActor(event.target.value)}
      />
      <Input
        aria-label="On what: an id"
        placeholder="On: sub_…, key_…"
        className="w-full font-mono text-xs sm:w-56"
        spellCheck={false}
        value={target}
        onChange={(event) => setTarget(event.target.value)}
      />
      <Input
        aria-label="From this day (UTC)"
        type="date"
        className="w-auto"
        value={filters.since ?? ""}
        onChange={(event) => onChange({ since: event.target.value || null })}
      />
      <Input
        aria-label="To this day (UTC)"
        type="date"
        className="w-auto"
        value={filters.until ?? ""}
        onChange={(event) => onChange({ until: event.target.value || null })}
      />
      {filters.visit && <Badge tone="wait">One support visit</Badge>}
      <Button type="submit">
        <Search aria-hidden /> Search
      </Button>
      {isAuditFiltered(filters) && (
        <Button variant="quiet" onClick={onClear}>
          <X aria-hidden /> Clear
        </Button>
      )}
    </form>
  );
}
