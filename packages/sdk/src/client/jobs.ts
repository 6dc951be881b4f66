import { pause } from "../http/pause.ts";
import type { CallOptions, Transport } from "../http/transport.ts";
import type { Job, JobState } from "../types/job.ts";
import { segment } from "./paths.ts";

const finalStates: ReadonlySet<JobState> = new Set(["completed", "cancelled", "failed"]);

/** Whether a job has ended. */
export const isFinalJob = ({ state }: Job): boolean => finalStates.has(state);

/** Bulk replays while they run. */
export class Jobs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get(id: string, options?: CallOptions): Promise<Job> {
    return this.#transport.send({ method: "GET", path: path(id) }, options);
  }

  /** Changes how fast it goes. @param perSecond deliveries per second, 1 to 10,000; null: as fast as the endpoint allows */
  setRate(id: string, perSecond: number | null, options?: CallOptions): Promise<Job> {
    const body = JSON.stringify({ max_rate_per_second: perSecond });
    return this.#transport.send({ method: "PATCH", path: path(id), body, isRepeatable: true }, options);
  }

  /** Stops it for good; what was delivered stays delivered. */
  cancel(id: string, options?: CallOptions): Promise<Job> {
    return this.#transport.send({ method: "POST", path: `${path(id)}/cancel`, isRepeatable: true }, options);
  }

  pause(id: string, options?: CallOptions): Promise<Job> {
    return this.#transport.send({ method: "POST", path: `${path(id)}/pause`, isRepeatable: true }, options);
  }

  resume(id: string, options?: CallOptions): Promise<Job> {
    return this.#transport.send({ method: "POST", path: `${path(id)}/resume`, isRepeatable: true }, options);
  }

  /**
   * Follows a job: yields what it looks like now, then every `intervalMs`, and last its final state.
   * @param intervalMs pause between two looks, in milliseconds. Default 1,000.
   */
  async *follow(id: string, { intervalMs = 1_000, ...options }: CallOptions & { intervalMs?: number } = {}): AsyncGenerator<Job, void> {
    for (;;) {
      const job = await this.get(id, options);
      yield job;
      if (isFinalJob(job)) return;
      await pause(intervalMs, options.signal);
    }
  }
}

const path = (id: string): string => `/v1/jobs/${segment(id)}`;
