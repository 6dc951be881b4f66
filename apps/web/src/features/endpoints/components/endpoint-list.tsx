"use client";

import type { EndpointShow } from "@hooklane/contracts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, Webhook } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { formatQuantity } from "../../../ui/lib/format-number.ts";
import { EmptyState, ErrorState, LoadingState, NoMatchState } from "../../../ui/list-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { endpointListParsers, endpointListQuery } from "../lib/list-filters.ts";
import { EndpointFilterBar } from "./endpoint-filter-bar.tsx";
import { EndpointTable } from "./endpoint-table.tsx";

const REFRESH_MS = 10_000;
const words = { first: "First", previous: "Back", next: "More" };

/** All endpoints of the workspace, those first that want a look. */
export function EndpointList() {
  const { tenant, may } = useSession();
  const api = useApi();
  const [filters, setFilters] = useQueryStates(endpointListParsers, { history: "push" });
  /** The cursors of the pages that lead here. */
  const [trail, setTrail] = useState<(string | null)[]>([]);
  const query = useQuery(
    api.endpoints.list.queryOptions(endpointListQuery(tenant.id, filters), {
      refetchInterval: REFRESH_MS,
      placeholderData: keepPreviousData,
    }),
  );
  const isFiltered = Boolean(filters.show || filters.q);
  const goTo = (cursor: string | null, path: (string | null)[]) => {
    setTrail(path);
    void setFilters({ cursor });
  };
  const narrow = (change: { show?: EndpointShow | null; q?: string | null }) => {
    setTrail([]);
    void setFilters({ ...change, cursor: null });
  };
  const create = may("endpoints:write") && may("secrets:write") && (
    <ButtonLink variant="primary" href={`/${tenant.id}/endpoints/new`}>
      <Plus aria-hidden /> New endpoint
    </ButtonLink>
  );
  const body = () => {
    if (query.isPending) return <LoadingState label="Reading endpoints" />;
    if (!query.data)
      return (
        <ErrorState title="The endpoints could not be read" detail={readProblem(query.error).detail} onRetry={() => query.refetch()} />
      );
    const { data, next_cursor: next } = query.data;
    if (data.length === 0 && isFiltered)
      return <NoMatchState title="No endpoint matches" onClear={() => narrow({ show: null, q: null })} />;
    if (data.length === 0 && filters.cursor) return <EmptyState icon={Webhook} title="There are no more" />;
    if (data.length === 0)
      return (
        <EmptyState icon={Webhook} title="No endpoints yet" action={create}>
          An endpoint is a URL of yours and the event types that it wants. Every matching event is delivered there.
        </EmptyState>
      );
    return (
      <>
        <EndpointTable tenantId={tenant.id} rows={data} />
        {(filters.cursor || next) && (
          <Pagination
            summary={formatQuantity(data.length, "endpoint")}
            words={words}
            onFirst={filters.cursor ? () => goTo(null, []) : undefined}
            onPrevious={trail.length > 0 ? () => goTo(trail.at(-1) ?? null, trail.slice(0, -1)) : undefined}
            onNext={next ? () => goTo(next, [...trail, filters.cursor]) : undefined}
          />
        )}
      </>
    );
  };
  return (
    <>
      <PageHeader title="Endpoints" description="Where events are delivered. What needs attention comes first." actions={create} />
      <Card flush>
        {(isFiltered || (query.data?.data.length ?? 0) > 0) && (
          <EndpointFilterBar show={filters.show} search={filters.q} attention={query.data?.attention ?? null} onChange={narrow} />
        )}
        {body()}
      </Card>
    </>
  );
}
