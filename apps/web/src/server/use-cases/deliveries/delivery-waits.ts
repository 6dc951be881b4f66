import type { DeliveryWait } from "@hooklane/contracts";
import { type AttemptRecord, type DeliveryRecord, readLaneWaits, uuidTime } from "@hooklane/db";
import { type DeliveryLife, toldWaits, type WaitingReason } from "../../core.ts";
import type { Services } from "../../services.ts";

/** What a delivery waited for, from what its lane's owners saw meanwhile. @param current what it waits for now, if it does */
export async function deliveryWaits(
  services: Services,
  row: DeliveryRecord,
  attempts: readonly AttemptRecord[],
  current: string | null,
): Promise<DeliveryWait[]> {
  const nowMs = services.now();
  const life = lifeOf(row, attempts, current, nowMs);
  const waits = await readLaneWaits(services.pool, row.subscriptionId, { fromMs: life.createdAt, toMs: life.endedAt, nowMs });
  return toldWaits(life, waits).map(({ reason, from, to, times, limit }) => ({
    reason,
    from: new Date(from).toISOString(),
    to: to === null ? null : new Date(to).toISOString(),
    times,
    limit,
  }));
}

function lifeOf(row: DeliveryRecord, attempts: readonly AttemptRecord[], current: string | null, nowMs: number): DeliveryLife {
  const createdAt = uuidTime(row.id);
  return {
    createdAt,
    endedAt: Math.max(createdAt, row.finishedAt?.getTime() ?? nowMs),
    state: row.state,
    firstClass: firstClassOf(row),
    attempts: attempts.map(({ startedAt, durationMs, nextDueAt, outcome }) => ({
      startedAt: startedAt.getTime(),
      endedAt: startedAt.getTime() + durationMs,
      nextDueAt: nextDueAt?.getTime() ?? null,
      // What our own workers broke off or lost is sent again in its class
      isFailure: outcome !== "delivered" && outcome !== "aborted" && outcome !== "lease_lost",
    })),
    current: current as WaitingReason | null,
  };
}

function firstClassOf({ class: deliveryClass, generation }: DeliveryRecord): DeliveryLife["firstClass"] {
  if (deliveryClass === "ordered") return "ordered";
  return generation === 0 ? "first" : "catch_up";
}
