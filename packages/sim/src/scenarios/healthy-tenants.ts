import { answering } from "../endpoints/behaviours.ts";
import type { Latency } from "../endpoints/endpoint.ts";
import { logNormalLatency } from "../endpoints/latency.ts";
import type { Delivery } from "../world/delivery.ts";
import type { LaneSpec } from "../world/lane-spec.ts";
import { poisson, produce } from "../world/producer.ts";
import { randomStream } from "../world/random-stream.ts";
import type { World } from "../world/world.ts";

const usualLatency = logNormalLatency(50, 0.6);

/** Tenants with one healthy endpoint each: those who must not feel their neighbours. */
export function healthyTenants(count: number, latency: Latency = usualLatency): LaneSpec[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `healthy${index}`,
    tenantId: `healthy tenant ${index}`,
    host: `healthy host ${index}`,
    endpoint: answering(200, latency),
  }));
}

export function isHealthyTenants({ lane }: Delivery): boolean {
  return lane.tenantId.startsWith("healthy tenant");
}

/** Each lane gets events of its own, so many per second. */
export function feedEach(world: World, ids: readonly string[], perSecond: number, untilMs: number, seed: number, fromMs = 0): void {
  for (const id of ids) {
    const lanes = [world.lane(id)];
    produce(world, { arrivals: poisson(perSecond), random: randomStream(seed, `events of ${id}`), lanes: () => lanes, fromMs, untilMs });
  }
}
