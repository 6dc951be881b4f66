import type { JobView } from "@hooklane/contracts";
import Link from "next/link";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { formatCount } from "../../../ui/lib/format-number.ts";
import { formatRemaining } from "../../../ui/lib/format-time.ts";
import { Time } from "../../../ui/time.tsx";

/** Bulk replays that are not over, with how far they are. */
export function RunningReplays({ base, replays }: { base: string; replays: readonly JobView[] }) {
  return (
    <Card flush title="Running replays">
      <ul className="divide-y">
        {replays.map((job) => {
          const ended = job.delivered + job.dead + job.cancelled;
          return (
            <li key={job.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
              <Link href={`${base}/replays/${job.id}`} className="font-medium underline underline-offset-4">
                Replay of {formatCount(job.selected)}
              </Link>
              <Badge tone={job.state === "paused" ? "wait" : "live"}>{job.state}</Badge>
              <span className="tabular-nums">
                {formatCount(ended)} of {formatCount(job.selected)} ended
                {job.dead > 0 && `, ${formatCount(job.dead)} of them dead again`}
              </span>
              <span className="ml-auto text-muted tabular-nums">
                {job.eta_seconds !== null && job.state === "running" ? (
                  `${formatRemaining(job.eta_seconds * 1_000)} left`
                ) : (
                  <Time at={job.created_at} />
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
