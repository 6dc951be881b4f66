import type { JobView } from "../replays/replay.ts";
import type { EndpointListItem } from "../subscriptions/endpoint.ts";

/** Where a workspace stands now. */
export interface OverviewView {
  endpoints: number;
  /** Deliveries that are not final. */
  backlog: number;
  /** Dead deliveries that were not replayed. */
  dead_count: number;
  /** Somebody has had a signing secret in hand: at an endpoint's creation, or revealed or rotated since. */
  secret_seen: boolean;
  /** Age of the oldest delivery that is due and that neither its owner nor its endpoint holds back. */
  lag_seconds: number;
  /** How many endpoints want a look. */
  attention: number;
  /** The most urgent of them. */
  troubled: EndpointListItem[];
  /** Bulk replays that are not over. */
  replays: JobView[];
}
