import { sfc32 } from "@hooklane/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type GeofenceEvent, type GeofenceEventsOptions, geofenceEvents } from "./geofence-events.ts";
import { distanceM, zones } from "./zones.ts";

interface Feature {
  readonly type: string;
  readonly geometry: { readonly type: string; readonly coordinates: readonly [number, number] };
  readonly properties: {
    readonly device_id: string;
    readonly geofence_id: string;
    readonly geofence_name: string;
    readonly transition: string;
    readonly speed_kmh: number;
    readonly heading_deg: number;
    readonly occurred_at: string;
  };
}

const featureOf = ({ payload }: GeofenceEvent) => JSON.parse(payload) as Feature;

function eventsOf(seed: number, count = 400, options: GeofenceEventsOptions = {}): GeofenceEvent[] {
  const stream = geofenceEvents(sfc32(seed), options);
  return Array.from({ length: count }, () => stream.next().value);
}

const seeds = fc.integer({ min: 0, max: 0xffff_ffff });
const check = (holds: (events: GeofenceEvent[]) => void) =>
  fc.assert(
    fc.property(seeds, (seed) => holds(eventsOf(seed))),
    { numRuns: 25 },
  );

describe("geofence events", () => {
  it("are GeoJSON Features with one Point on the edge of the zone they name", () => {
    check((events) => {
      for (const event of events) {
        const { type, geometry, properties } = featureOf(event);
        const [lon, lat] = geometry.coordinates;
        const zone = zones.find(({ id }) => id === properties.geofence_id);
        expect([type, geometry.type, geometry.coordinates.length, zone?.name]).toEqual(["Feature", "Point", 2, properties.geofence_name]);
        expect(Math.abs(lon)).toBeLessThanOrEqual(180);
        expect(Math.abs(lat)).toBeLessThanOrEqual(90);
        const edgeM = zone ? distanceM({ lon, lat }, zone) : Number.NaN;
        expect(Math.abs(edgeM - (zone?.radiusM ?? 0))).toBeLessThan(2);
        expect(properties.heading_deg).toBeGreaterThanOrEqual(0);
        expect(properties.heading_deg).toBeLessThan(360);
      }
    });
  });

  it("alternate for each vehicle: out of a zone, into another one, out of that one", () => {
    check((events) => {
      const last = new Map<string, Feature["properties"]>();
      for (const event of events) {
        const { properties } = featureOf(event);
        const before = last.get(properties.device_id);
        last.set(properties.device_id, properties);
        expect(event.type).toBe(properties.transition === "ENTER" ? "geofence.enter" : "geofence.exit");
        if (!before) continue;
        expect(properties.transition).not.toBe(before.transition);
        expect(properties.geofence_id === before.geofence_id).toBe(properties.transition === "EXIT");
      }
    });
  });

  it("go forward in time, and no vehicle drives faster than a truck", () => {
    check((events) => {
      const last = new Map<string, Feature>();
      let latestMs = 0;
      for (const event of events) {
        const feature = featureOf(event);
        const atMs = Date.parse(feature.properties.occurred_at);
        expect(atMs).toBeGreaterThanOrEqual(latestMs);
        latestMs = atMs;
        const before = last.get(feature.properties.device_id);
        last.set(feature.properties.device_id, feature);
        if (!before || feature.properties.transition !== "ENTER") continue;
        const [fromLon, fromLat] = before.geometry.coordinates;
        const [toLon, toLat] = feature.geometry.coordinates;
        const metres = distanceM({ lon: fromLon, lat: fromLat }, { lon: toLon, lat: toLat });
        const kmh = metres / ((atMs - Date.parse(before.properties.occurred_at)) / 3_600);
        expect(kmh).toBeLessThan(95);
      }
    });
  });

  it("are the same for the same seed and others for another", () => {
    expect(eventsOf(1)).toEqual(eventsOf(1));
    expect(eventsOf(1)).not.toEqual(eventsOf(2));
  });

  it("say what an injected clock says", () => {
    const events = eventsOf(1, 3, { clock: () => 0, vehicles: 1 });
    expect(events.map((event) => featureOf(event).properties.occurred_at)).toEqual(Array(3).fill("1970-01-01T00:00:00.000Z"));
  });
});
