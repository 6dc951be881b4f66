"use client";

import type { JobView } from "@hooklane/contracts";
import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { Status } from "../../../ui/badge.tsx";
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
import { jobSentence, jobStateText } from "../lib/job-text.ts";

const REFRESH_MS = 3_000;

/** All bulk replays of a workspace, newest first. */
export function ReplayHistory() {
  const { tenant, may } = useSession();
  const api = useApi();
  const [cursor, setCursor] = useQueryState("cursor", parseAsString.withOptions({ history: "push" }));
  const query = useQuery(api.jobs.list.queryOptions({ tenantId: tenant.id, ...(cursor && { cursor }) }, { refetchInterval: REFRESH_MS }));
  const begin = may("replays:write") && (
    <ButtonLink variant="primary" href={`/${tenant.id}/replays/new`}>
      <RotateCw aria-hidden /> New bulk replay
    </ButtonLink>
  );
  const columns: Column<JobView>[] = [
    { id: "time", header: "Asked for", className: "whitespace-nowrap text-muted", cell: (job) => <Time at={job.created_at} /> },
    {
      id: "state",
      header: "State",
      cell: (job) => {
        const { label, tone, icon } = jobStateText[job.state];
        return (
          <Status tone={tone} icon={icon}>
            {label}
          </Status>
        );
      },
    },
    {
      id: "what",
      header: "Replay",
      className: "w-full max-w-0 min-w-24 sm:min-w-40",
      cell: (job) => (
        <RowLink href={`/${tenant.id}/replays/${job.id}`} className="block truncate font-normal">
          {jobSentence(job)}
        </RowLink>
      ),
    },
    { id: "selected", header: "Selected", align: "right", from: "sm", cell: (job) => job.selected.toLocaleString("en") },
    { id: "delivered", header: "Delivered", align: "right", from: "sm", cell: (job) => job.delivered.toLocaleString("en") },
    { id: "dead", header: "Dead", align: "right", from: "md", cell: (job) => job.dead.toLocaleString("en") },
  ];
  const rows = query.data?.data ?? [];
  const next = query.data?.next_cursor;
  return (
    <>
      <PageHeader title="Replays" description="Bulk replays of this workspace: running, paused and over." actions={begin} />
      <Card flush>
        {query.isPending && <LoadingState label="Reading replays" />}
        {query.isError && !query.data && (
          <ErrorState title="The replays could not be read" detail={readProblem(query.error).detail} onRetry={() => query.refetch()} />
        )}
        {query.data && rows.length === 0 && (
          <EmptyState icon={RotateCw} title={cursor ? "There is nothing older" : "No bulk replays yet"} action={!cursor && begin}>
            {!cursor && "When many deliveries died at once, for instance while an endpoint was down, one replay sends them all again."}
          </EmptyState>
        )}
        {rows.length > 0 && <Table label="Bulk replays, newest first" columns={columns} rows={rows} keyOf={(job) => job.id} />}
        {(cursor || next) && (
          <Pagination
            summary={`${rows.length} replays`}
            onFirst={cursor ? () => void setCursor(null) : undefined}
            onPrevious={undefined}
            onNext={next ? () => void setCursor(next) : undefined}
          />
        )}
      </Card>
    </>
  );
}
