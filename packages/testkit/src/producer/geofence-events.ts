import { bearing, distanceM, edgeOf, type Place, rounded, type Zone, zones } from "./zones.ts";

/** One vehicle crossing the edge of one zone. */
export interface GeofenceEvent {
  readonly type: "geofence.enter" | "geofence.exit";
  /** A GeoJSON Feature (RFC 7946) with a Point, as JSON text. */
  readonly payload: string;
}

export interface GeofenceEventsOptions {
  /** Default 40. */
  readonly vehicles?: number;
  /** When the vehicles set out, milliseconds since epoch. Default 2026-01-05T05:00:00Z. */
  readonly startAtMs?: number;
  /** What `occurred_at` says, milliseconds since epoch. Default: the vehicles' own time, which runs as fast as events are taken. */
  readonly clock?: () => number;
}

interface Vehicle {
  readonly deviceId: string;
  /** Where it goes, over and over; neighbours differ, also from last to first. */
  readonly route: readonly Zone[];
  /** Index of the zone it is in, or of the one it left last. */
  leg: number;
  inside: boolean;
  /** When it crosses the next edge, in the vehicles' own time. */
  nextAtMs: number;
}

const defaultStartAtMs = Date.UTC(2026, 0, 5, 5);

/** How far a road leaves the straight line between two zones where it crosses their edges, radians to either side. */
const roadBend = 0.3;

/**
 * An endless stream of vehicles that leave and enter named zones: each drives its own round of four to six zones at road speed, stays a while,
 * and goes on, so that an exit is followed by the enter of the next zone at a time the distance allows.
 *
 * Same `random` sequence and options, same events (with the default clock).
 *
 * @param random numbers in [0, 1).
 */
export function* geofenceEvents(random: () => number, options: GeofenceEventsOptions = {}): Generator<GeofenceEvent, never> {
  const { vehicles: count = 40, startAtMs = defaultStartAtMs, clock } = options;
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`vehicles: ${count} is not a count from 1`);
  const between = (least: number, most: number) => least + random() * (most - least);
  const vehicles = Array.from({ length: count }, (_, index): Vehicle => {
    const route = shuffled(zones, random).slice(0, 4 + Math.floor(random() * 3));
    return {
      deviceId: `truck-${String(index + 1).padStart(4, "0")}`,
      route,
      leg: 0,
      inside: true,
      nextAtMs: startAtMs + between(0, 30) * 60_000,
    };
  });

  for (;;) {
    const vehicle = vehicles.reduce((first, other) => (other.nextAtMs < first.nextAtMs ? other : first));
    const atMs = vehicle.nextAtMs;
    const left = zoneAt(vehicle, vehicle.leg);
    const ahead = zoneAt(vehicle, vehicle.leg + 1);
    const zone = vehicle.inside ? left : ahead;
    const outward = vehicle.inside ? bearing(left, ahead) : bearing(ahead, left);
    const place = edgeOf(zone, outward + between(-roadBend, roadBend));
    if (vehicle.inside) {
      const roadM = Math.max(0, distanceM(left, ahead) - left.radiusM - ahead.radiusM) * between(1.1, 1.4);
      vehicle.nextAtMs = atMs + (roadM / kmhToMps(between(45, 85))) * 1_000;
    } else {
      vehicle.nextAtMs = atMs + between(4, 45) * 60_000;
      vehicle.leg = (vehicle.leg + 1) % vehicle.route.length;
    }
    const transition = vehicle.inside ? "EXIT" : "ENTER";
    vehicle.inside = !vehicle.inside;
    yield {
      type: transition === "ENTER" ? "geofence.enter" : "geofence.exit",
      payload: feature({
        place,
        device_id: vehicle.deviceId,
        zone,
        transition,
        speed_kmh: rounded(between(8, 52), 1),
        heading_deg: Math.floor(degrees(transition === "EXIT" ? outward : outward + Math.PI)),
        occurred_at: new Date(clock ? clock() : atMs).toISOString(),
      }),
    };
  }
}

interface Crossing {
  readonly place: Place;
  readonly zone: Zone;
  readonly device_id: string;
  readonly transition: "ENTER" | "EXIT";
  readonly speed_kmh: number;
  readonly heading_deg: number;
  readonly occurred_at: string;
}

function feature({ place, zone, device_id, ...properties }: Crossing): string {
  return JSON.stringify({
    type: "Feature",
    geometry: { type: "Point", coordinates: [place.lon, place.lat] },
    properties: { device_id, geofence_id: zone.id, geofence_name: zone.name, ...properties },
  });
}

function zoneAt(vehicle: Vehicle, leg: number): Zone {
  const zone = vehicle.route[leg % vehicle.route.length];
  if (zone === undefined) throw new RangeError("a route has at least one zone");
  return zone;
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const cards = [...items];
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const pick = Math.floor(random() * (last + 1));
    [cards[last], cards[pick]] = [cards[pick] as T, cards[last] as T];
  }
  return cards;
}

function kmhToMps(kmh: number): number {
  return kmh / 3.6;
}

function degrees(radians: number): number {
  return ((((radians * 180) / Math.PI) % 360) + 360) % 360;
}
