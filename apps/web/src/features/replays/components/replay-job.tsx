"use client";

import { CirclePause, CirclePlay } from "lucide-react";
import Link from "next/link";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Status } from "../../../ui/badge.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { KeyValue } from "../../../ui/key-value.tsx";
import { ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Time } from "../../../ui/time.tsx";
import { readProblem } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { useJob, useJobChange } from "../hooks/use-job.ts";
import { isOver, jobSentence, jobStateText } from "../lib/job-text.ts";
import { formatRate } from "../lib/replay-rate.ts";
import { ChangeRate } from "./change-rate.tsx";
import { JobProgress } from "./job-progress.tsx";

/** One bulk replay: how far it is, and what can be done about it. */
export function ReplayJob({ jobId }: { jobId: string }) {
  const { tenant, may } = useSession();
  const query = useJob(tenant.id, jobId);
  const change = useJobChange(tenant.id, jobId);
  if (query.isPending) return <LoadingState label="Reading the replay" />;
  if (!query.data)
    return <ErrorState title="The replay could not be read" detail={readProblem(query.error).detail} onRetry={() => query.refetch()} />;
  const job = query.data;
  const { label, tone, icon } = jobStateText[job.state];
  const base = `/${tenant.id}`;
  const verb = job.state === "paused" ? "Resume" : "Pause";
  return (
    <>
      <PageHeader
        trail={[{ href: `${base}/replays`, label: "Replays" }]}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            Bulk replay
            <Status tone={tone} icon={icon}>
              {label}
            </Status>
          </span>
        }
        description={<code className="font-mono text-xs">{job.id}</code>}
        actions={
          !isOver(job.state) &&
          may("replays:write") && (
            <>
              <Button busy={change.busy} onClick={verb === "Resume" ? change.resume : change.pause}>
                {verb === "Resume" ? <CirclePlay aria-hidden /> : <CirclePause aria-hidden />} {verb}
              </Button>
              <ChangeRate tenantId={tenant.id} job={job} />
              <AlertDialog
                title="Cancel this replay?"
                description="What was not sent yet is not sent. What is in flight ends by itself. It cannot be taken up again."
                trigger={<Button variant="danger">Cancel</Button>}
                action="Cancel the replay"
                onConfirm={change.cancel}
              />
            </>
          )
        }
      />
      <Card
        title="Progress"
        actions={
          <ButtonLink size="small" href={`${base}/deliveries?job=${job.id}`}>
            Its deliveries
          </ButtonLink>
        }
      >
        <p className="mb-4" aria-live="polite">
          {jobSentence(job)}
        </p>
        <JobProgress job={job} />
      </Card>
      <Card title="What it replays">
        <KeyValue
          items={[
            [
              "Endpoint",
              <Link
                key="endpoint"
                href={`${base}/endpoints/${job.subscription_id}`}
                className="break-all font-mono text-accent text-xs underline underline-offset-4"
              >
                {job.subscription_id}
              </Link>,
            ],
            ["From", <Time key="since" at={job.since} exact />],
            ["To", <Time key="until" at={job.until} exact />],
            ["Event types", job.types?.join(", ") ?? "all"],
            ["States", job.states.join(", ")],
            ["Rate", job.max_rate_per_second === null ? "the endpoint's own pace" : `at most ${formatRate(job.max_rate_per_second)}`],
            ["Asked for", <Time key="created" at={job.created_at} />],
            ["Began", job.started_at ? <Time key="started" at={job.started_at} /> : "not yet"],
            ["Over", job.finished_at ? <Time key="finished" at={job.finished_at} /> : "not yet"],
          ]}
        />
      </Card>
    </>
  );
}
