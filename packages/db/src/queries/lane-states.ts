import type { CauseWindowsState, EpisodeState, StoredCircuit, StoredLane } from "@hooklane/core";
import type pg from "pg";

/** Why a lane's deliveries of one class wait: the latest refusal, as core words it. */
export interface StoredRefusal {
  reason: string;
  until: number | null;
  endedBy: string | null;
}

/** What a lane's circuit opened for. */
export interface Opening {
  /** ms since 1970. */
  at: number;
  /** Ended within the breaker's window. */
  attempts: number;
  failures: number;
  /** Attempts without any answer, since the last answer. */
  unanswered: number;
}

/** What a lane's owner saw last, for people who ask why a delivery waits. Times are ms by the database's clock. */
export interface LaneLive {
  at: number;
  worker: string;
  circuit: { state: "closed" | "open" | "half_open"; until: number };
  /** Of a circuit that is not closed; null or absent for others, and for one that opened in another worker. */
  openedBy?: Opening | null;
  hostCircuit: { state: "closed" | "open" | "half_open"; until: number } | null;
  /** The part that a recovery lets through, 0 to 1; null when the lane does not recover. */
  ramp: number | null;
  lane: { cap: number; inFlight: number; isSick: boolean };
  host: { cap: number; inFlight: number; activeSubscriptions: number };
  retryBudgetFill: number;
  ratePerS: number;
  /** By class; a class that gets what it asks for has none. */
  refusals: { [deliveryClass: string]: StoredRefusal };
}

/** Whether the lane looks set up wrongly, and what that is judged by. */
export interface StoredConfigError {
  episode: EpisodeState;
  windows: CauseWindowsState;
}

export interface LaneStateRow {
  subscriptionId: string;
  /** What the policies keep. */
  state: StoredLane;
  live: LaneLive | null;
  configError: StoredConfigError | null;
}

const store = {
  name: "store_lane_states",
  text: `INSERT INTO lane_states AS s (subscription_id, state, live, config_error, updated_at)
    SELECT l.id, l.state, l.live, l.config_error, now()
    FROM unnest($1::uuid[], $2::jsonb[], $3::jsonb[], $4::jsonb[]) AS l(id, state, live, config_error) ORDER BY l.id
    ON CONFLICT (subscription_id) DO UPDATE SET state = excluded.state, live = excluded.live, config_error = excluded.config_error, updated_at = excluded.updated_at`,
};

export async function storeLaneStates(pool: pg.Pool, rows: readonly LaneStateRow[]): Promise<void> {
  if (rows.length === 0) return;
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  await pool.query({
    ...store,
    values: [
      rows.map(({ subscriptionId }) => subscriptionId),
      rows.map(({ state }) => json(state)),
      rows.map(({ live }) => json(live)),
      rows.map(({ configError }) => json(configError)),
    ],
  });
}

export async function readLaneStates(pool: pg.Pool, subscriptionIds: readonly string[]): Promise<LaneStateRow[]> {
  if (subscriptionIds.length === 0) return [];
  const { rows } = await pool.query<LaneStateRow>({
    name: "read_lane_states",
    text: `SELECT subscription_id AS "subscriptionId", state, live, config_error AS "configError" FROM lane_states WHERE subscription_id = ANY($1::uuid[])`,
    values: [subscriptionIds],
  });
  return rows;
}

export interface HostStateRow {
  host: string;
  circuit: StoredCircuit;
}

export async function storeHostStates(pool: pg.Pool, rows: readonly HostStateRow[]): Promise<void> {
  if (rows.length === 0) return;
  await pool.query({
    name: "store_host_states",
    text: `INSERT INTO host_states AS s (host, circuit, updated_at)
      SELECT l.host, l.circuit, now() FROM unnest($1::text[], $2::jsonb[]) AS l(host, circuit) ORDER BY l.host
      ON CONFLICT (host) DO UPDATE SET circuit = excluded.circuit, updated_at = excluded.updated_at`,
    values: [rows.map(({ host }) => host), rows.map(({ circuit }) => JSON.stringify(circuit))],
  });
}

export async function readHostStates(pool: pg.Pool, hosts: readonly string[]): Promise<HostStateRow[]> {
  if (hosts.length === 0) return [];
  const { rows } = await pool.query<HostStateRow>({
    name: "read_host_states",
    text: `SELECT host, circuit FROM host_states WHERE host = ANY($1::text[])`,
    values: [hosts],
  });
  return rows;
}
