"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { byAttention } from "../lib/attention.ts";
import { EndpointTable } from "./endpoint-table.tsx";

const REFRESH_MS = 10_000;

/** All endpoints of the workspace, those first that want a look. */
export function EndpointList() {
  const { tenant, may } = useSession();
  const api = useApi();
  const [cursor, setCursor] = useQueryState("cursor", parseAsString.withOptions({ history: "push" }));
  const query = useQuery(
    api.endpoints.list.queryOptions({ tenantId: tenant.id, ...(cursor && { cursor }) }, { refetchInterval: REFRESH_MS }),
  );
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
    if (query.data.data.length === 0)
      return (
        <EmptyState icon={Webhook} title="No endpoints yet" action={create}>
          An endpoint is a URL of yours and the event types that it wants. Every matching event is delivered there.
        </EmptyState>
      );
    const next = query.data.next_cursor;
    return (
      <>
        <EndpointTable tenantId={tenant.id} rows={byAttention(query.data.data)} />
        {(cursor || next) && (
          <Pagination
            summary={`${query.data.data.length} endpoints`}
            onFirst={cursor ? () => void setCursor(null) : undefined}
            onPrevious={undefined}
            onNext={next ? () => void setCursor(next) : undefined}
          />
        )}
      </>
    );
  };
  return (
    <>
      <PageHeader title="Endpoints" description="Where events are delivered. What needs attention comes first." actions={create} />
      <Card flush>{body()}</Card>
    </>
  );
}
