import fc from "fast-check";
import { expect, test } from "vitest";
import { checkTopology } from "./check-topology.ts";
import { readFeature } from "./read-feature.ts";

const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-180, 180, 1e-300));
const position = fc.tuple(number, fc.integer({ min: -3, max: 3 }));
const ring = fc.array(position, { minLength: 3, maxLength: 9 }).map((open) => [...open, open[0]]);
const line = fc.array(position, { minLength: 2, maxLength: 6 });
const { geometry } = fc.letrec<{ geometry: unknown }>((tie) => ({
  geometry: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    line.map((coordinates) => ({ type: "LineString", coordinates })),
    fc.array(ring, { minLength: 1, maxLength: 3 }).map((coordinates) => ({ type: "Polygon", coordinates })),
    fc
      .array(fc.array(ring, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 })
      .map((coordinates) => ({ type: "MultiPolygon", coordinates })),
    fc.array(line, { minLength: 1, maxLength: 3 }).map((coordinates) => ({ type: "MultiLineString", coordinates })),
    fc.array(tie("geometry"), { minLength: 1, maxLength: 3 }).map((geometries) => ({ type: "GeometryCollection", geometries })),
  ),
}));

test("whatever is posted as a Feature is read or refused, and what is read is judged, without an exception", () => {
  fc.assert(
    fc.property(fc.oneof(geometry, fc.jsonValue(), fc.anything()), fc.anything(), (shape, odd) => {
      for (const payload of [{ type: "Feature", properties: {}, geometry: shape }, odd]) {
        const read = readFeature(payload);
        if (read.ok) checkTopology(read.feature.geometry);
        else expect(read.fault.reason).not.toBe("");
      }
    }),
    { numRuns: 500 },
  );
}, 30_000);

test("a convex ring is valid from any start and in either direction, and one that is bent over itself is not", () => {
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 20 }), fc.nat(), fc.boolean(), (corners, start, isReversed) => {
      const points = Array.from({ length: corners }, (_, i) => {
        const angle = ((i + (start % corners)) / corners) * 2 * Math.PI;
        return [Math.cos(angle), Math.sin(angle)];
      });
      if (isReversed) points.reverse();
      const closed = (open: (number[] | undefined)[]) => ({ type: "Polygon" as const, coordinates: [[...open, open[0]]] });
      expect(checkTopology(closed(points))).toBeUndefined();
      const bent = [points[1], points[0], ...points.slice(2)];
      expect(checkTopology(closed(bent))).toMatchObject({ path: "geometry", position: [expect.any(Number), expect.any(Number)] });
    }),
    { numRuns: 50 },
  );
});
