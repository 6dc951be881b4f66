"use client";

import type { JobQueuesView, QueueName } from "@hooklane/contracts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleX, RotateCw } from "lucide-react";
import { Status } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { cn } from "../../../ui/cn.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { ReadState } from "./read-state.tsx";

const REFRESH_MS = 5_000;

type Queue = JobQueuesView["queues"][number];
type Job = JobQueuesView["troubled"][number];

/** The background jobs: what waits, and what failed. */
export function JobsPage() {
  const api = useApi();
  const query = useQuery(api.support.jobQueues.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
  return (
    <>
      <PageHeader
        title="Jobs"
        description="What runs beside deliveries: fan-outs, replays, roll-ups, retention. A job that fails is tried again for about a day."
      />
      <ReadState query={query} what="The jobs">
        {({ queues, troubled }) => (
          <>
            <Card flush title="Failed and about to be tried again">
              {troubled.length > 0 ? (
                <Table label="Jobs that failed" columns={jobColumns} rows={troubled} keyOf={({ id }) => id} />
              ) : (
                <p className="p-4 text-muted">No job has failed.</p>
              )}
            </Card>
            <Card flush title="Queues">
              <Table label="Queues" columns={queueColumns} rows={queues} keyOf={({ name }) => name} />
            </Card>
          </>
        )}
      </ReadState>
    </>
  );
}

function Count({ n, bad = false }: { n: number; bad?: boolean }) {
  return <span className={cn(n === 0 && "text-muted", bad && n > 0 && "font-medium text-bad")}>{n.toLocaleString("en")}</span>;
}

const queueColumns: Column<Queue>[] = [
  { id: "name", header: "Queue", cell: ({ name }) => <code className="font-mono">{name}</code> },
  { id: "waiting", header: "Waiting", align: "right", cell: ({ waiting }) => <Count n={waiting} /> },
  { id: "active", header: "Active", align: "right", cell: ({ active }) => <Count n={active} /> },
  { id: "retrying", header: "Tried again", align: "right", from: "sm", cell: ({ retrying }) => <Count n={retrying} /> },
  { id: "failed", header: "Failed", align: "right", cell: ({ failed }) => <Count n={failed} bad /> },
  {
    id: "oldest",
    header: "Oldest that may begin",
    from: "md",
    className: "text-muted",
    cell: ({ oldest_ready_at }) => (oldest_ready_at ? <Time at={oldest_ready_at} /> : "none"),
  },
];

const jobColumns: Column<Job>[] = [
  {
    id: "job",
    header: "Job",
    cell: ({ queue, data }) => (
      <span className="flex flex-col py-1">
        <code className="font-mono">{queue}</code>
        <code className="break-all font-mono text-muted text-xs">{data}</code>
      </span>
    ),
  },
  {
    id: "state",
    header: "State",
    cell: ({ state }) =>
      state === "failed" ? (
        <Status tone="bad" icon={CircleX}>
          Failed
        </Status>
      ) : (
        <Status tone="wait" icon={RotateCw}>
          Tried again
        </Status>
      ),
  },
  { id: "error", header: "Error", from: "md", className: "max-w-96", cell: ({ error }) => <span className="break-words">{error}</span> },
  { id: "at", header: "When", from: "sm", className: "text-muted", cell: ({ at }) => <Time at={at} /> },
  {
    id: "retry",
    header: <span className="sr-only">Actions</span>,
    align: "right",
    cell: (job) => job.state === "failed" && <RetryJob job={job} />,
  },
];

function RetryJob({ job }: { job: Job }) {
  const api = useApi();
  const cache = useQueryClient();
  const retry = useMutation(
    api.support.retryJob.mutationOptions({
      onSuccess: async () => {
        await cache.invalidateQueries(api.support.jobQueues.pathFilter());
        toast.done("The job is tried again.");
      },
      onError: (error) => toast.failed("The job was not tried again", readProblem(error).detail),
    }),
  );
  return (
    <Button size="small" busy={retry.isPending} onClick={() => retry.mutate({ queue: job.queue as QueueName, id: job.id })}>
      Try again
    </Button>
  );
}
