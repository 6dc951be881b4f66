"use client";

import type { EventTypeView } from "@hooklane/contracts";
import { useQuery } from "@tanstack/react-query";
import { BookMarked, Plus } from "lucide-react";
import Link from "next/link";
import { parseAsString, useQueryState } from "nuqs";
import { Badge } from "../../../ui/badge.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { RowLink } from "../../../ui/row-link.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";

/** The catalogue, with how much comes of each type; and types that events carry but the catalogue does not know. */
export function EventTypeList() {
  const { tenant, may } = useSession();
  const api = useApi();
  const [cursor, setCursor] = useQueryState("cursor", parseAsString.withOptions({ history: "push" }));
  const query = useQuery(api.eventTypes.list.queryOptions({ tenantId: tenant.id, ...(cursor && { cursor }) }));
  const volumes = useQuery(api.eventTypes.volumes.queryOptions({ tenantId: tenant.id }));
  const base = `/${tenant.id}/event-types`;
  const seen = new Map(volumes.data?.types.map((type) => [type.name, type]));
  const rows = query.data?.data ?? [];
  const known = new Set(rows.map(({ name }) => name));
  const isWhole = !cursor && query.data?.has_more === false;
  const unknown = isWhole ? (volumes.data?.types ?? []).filter(({ name }) => !known.has(name) && !name.startsWith("hooklane.")) : [];
  const add = may("event_types:write") && (
    <ButtonLink variant="primary" href={`${base}/new`}>
      <Plus aria-hidden /> New event type
    </ButtonLink>
  );
  const columns: Column<EventTypeView>[] = [
    {
      id: "name",
      header: "Event type",
      cell: (type) => (
        <span className="flex items-center gap-2">
          <RowLink href={`${base}/${encodeURIComponent(type.name)}`} className="break-all font-mono font-normal text-xs">
            {type.name}
          </RowLink>
          {type.kind === "geojson" && <Badge>geojson</Badge>}
        </span>
      ),
    },
    {
      id: "description",
      header: "Description",
      from: "md",
      className: "w-full max-w-0 min-w-40 text-muted",
      cell: (type) => <span className="block truncate">{type.description || "–"}</span>,
    },
    {
      id: "volume",
      header: "Events, 7 days",
      align: "right",
      cell: (type) => (seen.get(type.name)?.events ?? 0).toLocaleString("en"),
    },
    {
      id: "last",
      header: "Last",
      from: "sm",
      className: "whitespace-nowrap text-muted",
      cell: (type) => {
        const last = seen.get(type.name)?.last_at;
        return last ? <Time at={last} /> : "–";
      },
    },
  ];
  return (
    <>
      <PageHeader
        title="Event types"
        description="The catalogue of what this workspace's events are. It is optional: events of other types are taken too."
        actions={add}
      />
      <Card flush>
        {query.isPending && <LoadingState label="Reading the catalogue" />}
        {query.isError && !query.data && (
          <ErrorState title="The catalogue could not be read" detail={readProblem(query.error).detail} onRetry={() => query.refetch()} />
        )}
        {query.data && rows.length === 0 && (
          <EmptyState icon={BookMarked} title={cursor ? "There is nothing older" : "The catalogue is empty"} action={!cursor && add}>
            {!cursor && "Describe a type with an example and a schema, for those who receive its events."}
          </EmptyState>
        )}
        {rows.length > 0 && <Table label="Event types" columns={columns} rows={rows} keyOf={(type) => type.name} />}
        {(cursor || query.data?.next_cursor) && (
          <Pagination
            summary={`${rows.length} types`}
            onFirst={cursor ? () => void setCursor(null) : undefined}
            onPrevious={undefined}
            onNext={query.data?.next_cursor ? () => void setCursor(query.data?.next_cursor ?? null) : undefined}
          />
        )}
      </Card>
      {unknown.length > 0 && (
        <Card title="Not in the catalogue" description="Types of the last week's events that it does not know.">
          <ul className="flex flex-wrap gap-2">
            {unknown.map((type) => (
              <li key={type.name}>
                <Link
                  href={`${base}/${encodeURIComponent(type.name)}`}
                  className="inline-flex items-center gap-2 rounded-md border px-2.5 py-1 font-mono text-xs hover:bg-sunken"
                >
                  {type.name} <span className="text-muted tabular-nums">{type.events.toLocaleString("en")}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
