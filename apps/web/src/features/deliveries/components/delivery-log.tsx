"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowUp, ListTree, SearchX } from "lucide-react";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { formatUtc } from "../../../ui/lib/format-time.ts";
import { EmptyState, ErrorState, LoadingState, NoMatchState } from "../../../ui/list-state.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { Time } from "../../../ui/time.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { useDeliveryLog } from "../hooks/use-delivery-log.ts";
import { useSelection } from "../hooks/use-selection.ts";
import { exportAddress, isFiltered, replayAddress } from "../lib/log-filters.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { LogFilterBar } from "./log-filter-bar.tsx";

/** Fetched with the first row that is chosen. */
const SelectionBar = dynamic(async () => (await import("./selection-bar.tsx")).SelectionBar, { ssr: false });

interface DeliveryLogProps {
  /** Narrows the log to one endpoint. */
  endpointId?: string;
  /** What to do when there is no delivery at all. */
  emptyAction?: ReactNode;
}

/** The log of deliveries: newest first, filtered by the address, up to date, and never moving what is read. */
export function DeliveryLog({ endpointId, emptyAction }: DeliveryLogProps) {
  const { tenant, may } = useSession();
  const api = useApi();
  const endpoints = useQuery(api.endpoints.list.queryOptions({ tenantId: tenant.id }, { enabled: endpointId === undefined }));
  const log = useDeliveryLog(tenant.id, endpointId);
  const { query, rows } = log;
  const mayReplay = may("replays:write");
  const selection = useSelection(log.key);
  const hidden = endpointId !== undefined;
  const filtered = isFiltered(hidden ? { ...log.filters, endpoint: null } : log.filters);

  const body = () => {
    if (query.isPending) return <LoadingState label="Reading deliveries" />;
    if (query.isError && !query.data)
      return (
        <ErrorState title="The deliveries could not be read" detail={readProblem(query.error).detail} onRetry={() => query.refetch()} />
      );
    if (rows.length === 0 && log.searchedTo)
      return (
        <EmptyState icon={SearchX} title="Nothing found so far" action={<Button onClick={log.next}>Look further back</Button>}>
          Nothing between here and <Time at={log.searchedTo} exact /> matches; what is older was not looked at yet.
        </EmptyState>
      );
    if (rows.length === 0 && filtered) return <NoMatchState title="No delivery matches" onClear={log.clear} />;
    if (rows.length === 0 && log.first) return <EmptyState icon={ListTree} title="There is nothing older" />;
    if (rows.length === 0)
      return (
        <EmptyState icon={ListTree} title="No deliveries yet" action={emptyAction}>
          Every event that an endpoint asked for becomes a delivery, and is listed here with all its attempts.
        </EmptyState>
      );
    return <DeliveryTable tenantId={tenant.id} rows={rows} showEndpoint={!hidden} selection={mayReplay ? selection : undefined} />;
  };

  return (
    <Card flush>
      <LogFilterBar
        tenantId={tenant.id}
        filters={log.filters}
        {...(!hidden && { endpoints: endpoints.data?.data ?? [] })}
        onChange={log.setFilters}
        onClear={log.clear}
        live={log.live}
        onLive={log.setLive}
        exportHref={exportAddress(tenant.id, log.filters, log.nowMs)}
        replayHref={mayReplay ? replayAddress(tenant.id, log.filters, log.nowMs) : undefined}
      />
      {selection.ids.size > 0 && <SelectionBar selection={selection} />}
      {log.newCount > 0 && (
        <button
          type="button"
          onClick={log.showNew}
          className="flex h-9 w-full items-center justify-center gap-1.5 border-b bg-accent-soft font-medium text-accent text-sm hover:underline"
        >
          <ArrowUp aria-hidden className="size-4" />
          {log.newCount} new: show
        </button>
      )}
      {body()}
      {rows.length > 0 && (
        <Pagination
          summary={
            log.searchedTo
              ? `${rows.length} found back to ${formatUtc(Date.parse(log.searchedTo))}`
              : log.first
                ? `${rows.length} older deliveries`
                : `The latest ${rows.length}`
          }
          onFirst={log.first}
          onPrevious={log.previous}
          onNext={log.next}
        />
      )}
    </Card>
  );
}
