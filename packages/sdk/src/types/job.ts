export type JobState = "queued" | "running" | "paused" | "cancelled" | "completed" | "failed";

/** A bulk replay and how far it is. It is completed only when every selected delivery is final. */
export interface Job {
  id: string;
  kind: string;
  state: JobState;
  /** Why it failed; null or absent otherwise. */
  failure?: string | null;
  /** Deliveries that it replays; still growing while it is queued. */
  selected: number;
  /** Of these, how many new deliveries were made. */
  queued: number;
  delivered: number;
  dead: number;
  /** Not final yet. */
  pending: number;
  cancelled: number;
  rate_per_second: number | null;
  /** The rate that was chosen for it; null: as fast as the endpoint allows. */
  max_rate_per_second?: number | null;
  eta_seconds: number | null;
}

/** What can be replayed: a delivery that is not final is still being made. */
export const replayableStates = ["dead", "delivered"] as const;
export type ReplayableState = (typeof replayableStates)[number];

/** Which deliveries of a subscription are replayed: the latest generation of each event. */
export interface ReplaySelection {
  /** Made at or after; ISO 8601 with an offset, or a Date. */
  since: string | Date;
  /** Made before. */
  until: string | Date;
  types?: readonly string[];
  /** Default `["dead"]`. */
  states?: readonly ReplayableState[];
}

/** How a replay is made. */
export interface ReplayOptions {
  /** Deliveries per second at most, 1 to 10,000. Default null: as fast as the endpoint allows. */
  max_rate_per_second?: number | null;
}

export interface ReplayStarted {
  job_id: string;
}

export interface ReplayEstimate {
  selected: number;
  /** False: the span is too long to count, and `selected` is projected. */
  exact?: boolean;
  estimated_seconds: number | null;
  /** What the endpoint may be taken to allow a replay now, per second. */
  own_rate_per_second?: number;
}
