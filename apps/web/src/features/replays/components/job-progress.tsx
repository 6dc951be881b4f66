import type { JobView } from "@hooklane/contracts";
import { cn } from "../../../ui/cn.ts";
import { jobParts } from "../lib/job-text.ts";

const WIDTH = 1_000;

/** How far a bulk replay has come; the list below the bar says the same in words. */
export function JobProgress({ job }: { job: JobView }) {
  const parts = jobParts(job);
  const done = job.selected - job.pending;
  let at = 0;
  return (
    <div>
      <div
        role="progressbar"
        aria-label="Final deliveries"
        aria-valuemin={0}
        aria-valuemax={Math.max(1, job.selected)}
        aria-valuenow={done}
        aria-valuetext={`${done} of ${job.selected}`}
      >
        <svg viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden="true" className="h-2.5 w-full rounded bg-sunken">
          {parts.map(({ name, count, fill }) => {
            const width = job.selected > 0 ? (count / job.selected) * WIDTH : 0;
            const x = at;
            at += width;
            return width > 0 && name !== "Pending" ? <rect key={name} x={x} width={width} height="10" className={fill} /> : null;
          })}
        </svg>
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-4 sm:grid-cols-5">
        <Figure term="Selected" count={job.selected} />
        {parts.map(({ name, count, fill }) => (
          <Figure key={name} term={name} count={count} fill={fill} />
        ))}
      </dl>
    </div>
  );
}

function Figure({ term, count, fill }: { term: string; count: number; fill?: string }) {
  return (
    <div>
      <dt className="flex items-center gap-1.5 text-muted text-sm">
        {fill && <span aria-hidden className={cn("size-2 rounded-sm bg-current", fill)} />}
        {term}
      </dt>
      <dd className="font-semibold text-lg tabular-nums">{count.toLocaleString("en")}</dd>
    </div>
  );
}
