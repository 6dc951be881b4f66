import { type FleetView, publicId } from "@hooklane/contracts";
import {
  type FleetWorker,
  type OpenCircuit,
  operatorAlerts,
  readLeaseTotals,
  readOpenCircuits,
  readShardGaps,
  readWorkers,
  WORKER_TTL_MS,
} from "@hooklane/db";
import type { Services } from "../../services.ts";

const MAX_CIRCUITS = 100;

/** What the operator is to hear of; the workers, what they own and have in flight, and which circuits are open. */
export async function getFleet({ pool, now }: Pick<Services, "pool" | "now">): Promise<FleetView> {
  const [workers, unowned, leases, circuits, alerts] = await Promise.all([
    readWorkers(pool, WORKER_TTL_MS),
    readShardGaps(pool, WORKER_TTL_MS),
    readLeaseTotals(pool),
    readOpenCircuits(pool, MAX_CIRCUITS),
    operatorAlerts(pool, now()),
  ]);
  return {
    alerts: alerts.map(({ name, meaning, action, sinceMs }) => ({
      name,
      meaning,
      action,
      since: sinceMs === null ? null : new Date(sinceMs).toISOString(),
    })),
    workers: workers.map(workerView),
    unowned_shards: unowned,
    leases: { open: leases.open, expired: leases.expired, oldest_expired_at: leases.oldestExpiredAt?.toISOString() ?? null },
    circuits: circuits.map(circuitView),
  };
}

const workerView = ({ startedAt, heartbeatAt, draining, isLive, inFlight, ...worker }: FleetWorker): FleetView["workers"][number] => ({
  ...worker,
  started_at: startedAt.toISOString(),
  heartbeat_at: heartbeatAt.toISOString(),
  state: !isLive ? "silent" : draining ? "draining" : "live",
  in_flight: inFlight,
});

const circuitView = ({
  scope,
  host,
  subscriptionId,
  tenantId,
  tenantName,
  changedMs,
  untilMs,
}: OpenCircuit): FleetView["circuits"][number] => ({
  scope,
  host,
  endpoint_id: subscriptionId && publicId("subscription", subscriptionId),
  tenant: tenantId === null ? null : { id: publicId("tenant", tenantId), name: tenantName ?? "" },
  since: new Date(changedMs).toISOString(),
  probe_at: new Date(untilMs).toISOString(),
});
