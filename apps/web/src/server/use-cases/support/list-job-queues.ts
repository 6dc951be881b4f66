import type { JobQueuesView } from "@hooklane/contracts";
import { readQueueLoads, readTroubledJobs } from "@hooklane/db";
import type { Services } from "../../services.ts";

const MAX_JOBS = 50;
const MAX_ERROR_CHARACTERS = 2_000;

/** The queues of background jobs, and the jobs that have failed or are tried again, with what went wrong. */
export async function listJobQueues({ pool }: Pick<Services, "pool">): Promise<JobQueuesView> {
  const [loads, troubled] = await Promise.all([readQueueLoads(pool), readTroubledJobs(pool, MAX_JOBS)]);
  return {
    queues: loads.map(({ oldestReadyAt, ...load }) => ({ ...load, oldest_ready_at: oldestReadyAt?.toISOString() ?? null })),
    troubled: troubled.map(({ retryCount, createdAt, at, data, output, ...job }) => ({
      ...job,
      data: JSON.stringify(data),
      error: errorOf(output),
      retries: retryCount,
      created_at: createdAt.toISOString(),
      at: at.toISOString(),
    })),
  };
}

/** The message of what was thrown; its stack names places of the machine and stays where it is. */
function errorOf(output: unknown): string {
  const message = (output as { message?: unknown; value?: unknown } | null)?.message ?? output;
  return (typeof message === "string" ? message : JSON.stringify(message ?? "")).slice(0, MAX_ERROR_CHARACTERS);
}
