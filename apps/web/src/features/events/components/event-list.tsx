"use client";

import { type EventListItem, parsePublicId } from "@hooklane/contracts";
import { useQuery } from "@tanstack/react-query";
import { Radio, Search, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useQueryStates } from "nuqs";
import { type FormEvent, useState } from "react";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Input } from "../../../ui/input.tsx";
import { EmptyState, ErrorState, LoadingState, NoMatchState } from "../../../ui/list-state.tsx";
import { useNow } from "../../../ui/now.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { RowLink } from "../../../ui/row-link.tsx";
import { Select } from "../../../ui/select.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { type EventRange, eventListParsers, eventListQuery, eventRangeNames, eventRanges } from "../lib/event-filters.ts";

/** A range moves on in steps, so that it is not another question every second. */
const RANGE_STEP_MS = 60_000;

/** The events that this workspace sent, newest first. */
export function EventList() {
  const { tenant } = useSession();
  const api = useApi();
  const nowMs = useNow(RANGE_STEP_MS);
  const [filters, setFilters] = useQueryStates(eventListParsers, { history: "push" });
  const query = useQuery(api.events.list.queryOptions(eventListQuery(tenant.id, filters, nowMs)));
  const clear = () => void setFilters({ type: null, range: null, cursor: null });
  const isFiltered = Boolean(filters.type || filters.range);
  const rows = query.data?.data ?? [];
  const next = query.data?.next_cursor;
  const body = () => {
    if (query.isPending) return <LoadingState label="Reading events" />;
    if (!query.data)
      return <ErrorState title="The events could not be read" detail={readProblem(query.error).detail} onRetry={() => query.refetch()} />;
    if (rows.length > 0)
      return <Table label="Events, newest first" columns={columnsIn(tenant.id)} rows={rows} keyOf={(event) => event.id} />;
    if (next)
      return (
        <EmptyState
          icon={Search}
          title="Nothing found so far"
          action={<Button onClick={() => void setFilters({ cursor: next })}>Look further back</Button>}
        />
      );
    if (isFiltered) return <NoMatchState title="No event matches" onClear={clear} />;
    if (filters.cursor) return <EmptyState icon={Radio} title="There is nothing older" />;
    return (
      <EmptyState icon={Radio} title="No events yet">
        Your backend posts events with an API key; each is listed here, with what became of it at every endpoint.
      </EmptyState>
    );
  };
  return (
    <>
      <PageHeader title="Events" description="What was posted, whichever endpoints asked for it." />
      <Card flush>
        <div className="flex flex-wrap items-center gap-2 border-b p-3">
          <FindBox key={filters.type} type={filters.type} onType={(type) => void setFilters({ type, cursor: null })} />
          <Select
            aria-label="Time"
            className="w-auto"
            value={filters.range ?? ""}
            onChange={(event) => void setFilters({ range: (event.target.value || null) as EventRange | null, cursor: null })}
          >
            <option value="">Any time</option>
            {eventRangeNames.map((name) => (
              <option key={name} value={name}>
                {eventRanges[name].label}
              </option>
            ))}
          </Select>
          {isFiltered && (
            <Button variant="quiet" size="small" className="h-8" onClick={clear}>
              <X aria-hidden /> Clear
            </Button>
          )}
        </div>
        {body()}
        {(rows.length > 0 || filters.cursor) && (
          <Pagination
            summary={`${rows.length} events`}
            onFirst={filters.cursor ? () => void setFilters({ cursor: null }) : undefined}
            onPrevious={undefined}
            onNext={next ? () => void setFilters({ cursor: next }) : undefined}
          />
        )}
      </Card>
    </>
  );
}

const columnsIn = (tenantId: string): Column<EventListItem>[] => [
  { id: "time", header: "Accepted", className: "whitespace-nowrap text-muted", cell: (event) => <Time at={event.accepted_at} /> },
  {
    id: "type",
    header: "Event type",
    className: "w-full max-w-0 min-w-24 sm:min-w-40",
    cell: (event) => (
      <span className="flex items-center gap-2">
        <RowLink href={`/${tenantId}/events/${event.id}`} className="truncate font-mono font-normal text-xs">
          {event.type}
        </RowLink>
        {event.erased_at && <Badge tone="wait">payload erased</Badge>}
      </span>
    ),
  },
  {
    id: "id",
    header: "Event",
    from: "lg",
    cell: (event) => <code className="font-mono text-muted text-xs">{event.id}</code>,
  },
  { id: "bytes", header: "Bytes", align: "right", from: "md", cell: (event) => event.payload_bytes.toLocaleString("en") },
  {
    id: "deliveries",
    header: "Deliveries",
    align: "right",
    cell: ({ fan_out: { state, done, total } }) =>
      state === "done" ? done.toLocaleString("en") : `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`,
  },
];

/** Takes an event type, or an event's id, which it opens. */
function FindBox({ type, onType }: { type: string | null; onType: (type: string | null) => void }) {
  const { tenant } = useSession();
  const router = useRouter();
  const [text, setText] = useState(type ?? "");
  const find = (event: FormEvent) => {
    event.preventDefault();
    const sought = text.trim();
    if (parsePublicId("event", sought) !== undefined) router.push(`/${tenant.id}/events/${sought}`);
    else onType(sought || null);
  };
  return (
    <form onSubmit={find} className="relative min-w-0 flex-1 basis-48">
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted" />
      <Input
        aria-label="Event type, or the id of an event"
        placeholder="Event type or evt_…"
        className="pl-8 font-mono text-xs"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
