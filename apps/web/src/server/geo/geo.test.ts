import { afterAll, expect, test } from "vitest";
import { checkTopology } from "./check-topology.ts";
import { deriveKey } from "./derive-key.ts";
import { GeometryChecker } from "./geometry-checker.ts";
import { type Feature, readFeature } from "./read-feature.ts";

const feature = (geometry: unknown, more: Record<string, unknown> = {}) => ({ type: "Feature", properties: {}, geometry, ...more });
const polygon = (...rings: number[][][]) => ({ type: "Polygon", coordinates: rings });
const square = (x: number, y: number, side: number) => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];
const bowTie = polygon([
  [0, 0],
  [1, 1],
  [0, 1],
  [1, 0],
  [0, 0],
]);
const read = (geometry: unknown): Feature => {
  const result = readFeature(feature(geometry));
  if (!result.ok) throw new Error(result.fault.reason);
  return result.feature;
};
/** A valid area of many positions. */
const circle = (positions: number) => {
  const ring = Array.from({ length: positions - 1 }, (_, i) => {
    const angle = (i / (positions - 1)) * 2 * Math.PI;
    return [10 * Math.cos(angle), 10 * Math.sin(angle)];
  });
  return polygon([...ring, ring[0] as number[]]);
};

test.each([
  { type: "Point", coordinates: [-180, 90] },
  { type: "Point", coordinates: [1, 2, 300] },
  {
    type: "MultiPoint",
    coordinates: [
      [0, 0],
      [0, 0],
    ],
  },
  {
    type: "LineString",
    coordinates: [
      [0, 0],
      [1, 1],
    ],
  },
  {
    type: "MultiLineString",
    coordinates: [
      [
        [0, 0],
        [1, 1],
      ],
      [
        [0, 1],
        [1, 0],
      ],
    ],
  },
  polygon(square(0, 0, 4), square(1, 1, 1)),
  polygon([...square(0, 0, 4)].reverse()),
  { type: "MultiPolygon", coordinates: [[square(0, 0, 1)], [square(2, 2, 1)]] },
  { type: "GeometryCollection", geometries: [{ type: "Point", coordinates: [0, 0] }, polygon(square(0, 0, 1))] },
])("a valid geometry is taken: %j", (geometry) => {
  expect(checkTopology(read(geometry).geometry)).toBeUndefined();
});

test.each([
  [null, "The payload must be a GeoJSON Feature", "", undefined],
  [[], "The payload must be a GeoJSON Feature", "", undefined],
  [{ type: "FeatureCollection", features: [] }, 'The type must be "Feature"', "type", undefined],
  [{ type: "Point", coordinates: [0, 0] }, 'The type must be "Feature"', "type", undefined],
  [feature(null), "The geometry is empty", "geometry", undefined],
  [{ type: "Feature", properties: null }, "The geometry is empty", "geometry", undefined],
  [
    feature({ type: "Point", coordinates: [0, 0] }, { properties: [] }),
    "The properties must be an object or null",
    "properties",
    undefined,
  ],
  [feature({ type: "Point", coordinates: [] }), "The geometry is empty", "geometry.coordinates", undefined],
  [feature({ type: "Polygon", coordinates: [] }), "The geometry is empty", "geometry.coordinates", undefined],
  [feature({ type: "Polygon", coordinates: [[]] }), "The geometry is empty", "geometry.coordinates.0", undefined],
  [feature({ type: "GeometryCollection", geometries: [] }), "The collection is empty", "geometry.geometries", undefined],
  [feature({ type: "Circle", coordinates: [0, 0] }), "There is no such type of geometry", "geometry.type", undefined],
  [feature({ type: "toString", coordinates: [0, 0] }), "There is no such type of geometry", "geometry.type", undefined],
  [feature({ type: "Point", coordinates: [180.1, 0] }), "The longitude lies outside -180 to 180", "geometry.coordinates", [180.1, 0]],
  [
    feature({
      type: "MultiPoint",
      coordinates: [
        [0, 0],
        [0, -90.5],
      ],
    }),
    "The latitude lies outside -90 to 90",
    "geometry.coordinates.1",
    [0, -90.5],
  ],
  [feature({ type: "Point", coordinates: ["0", 0] }), expect.stringContaining("A position is"), "geometry.coordinates", undefined],
  [feature({ type: "Point", coordinates: [0, 0, 0, 0] }), expect.stringContaining("A position is"), "geometry.coordinates", undefined],
  [feature({ type: "Point", coordinates: [0, null] }), expect.stringContaining("A position is"), "geometry.coordinates", undefined],
  [feature({ type: "Point" }), "The geometry is empty", "geometry.coordinates", undefined],
  [feature({ type: "LineString", coordinates: [[1, 2]] }), "A line has at least 2 positions", "geometry.coordinates", [1, 2]],
  [
    feature(
      polygon([
        [0, 0],
        [1, 1],
        [0, 0],
      ]),
    ),
    "A ring has at least 4 positions",
    "geometry.coordinates.0",
    [0, 0],
  ],
  [
    feature(
      polygon([
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ]),
    ),
    "The ring is not closed",
    "geometry.coordinates.0.3",
    [0, 1],
  ],
])("%j is refused with its reason and place", (payload, reason, path, position) => {
  const result = readFeature(payload);
  expect(result).toEqual({ ok: false, fault: { reason, path, ...(position && { position }) } });
});

test.each([
  [bowTie, "Self-intersection", [0.5, 0.5]],
  [polygon(square(0, 0, 1), square(2, 2, 1)), "Hole lies outside shell", [2, 2]],
  [{ type: "MultiPolygon", coordinates: [[square(0, 0, 4)], [square(1, 1, 1)]] }, "Nested shells", [1, 1]],
  [
    {
      type: "LineString",
      coordinates: [
        [3, 4],
        [3, 4],
      ],
    },
    "Too few distinct points in geometry component",
    [3, 4],
  ],
  [{ type: "GeometryCollection", geometries: [{ type: "Point", coordinates: [0, 0] }, bowTie] }, "Self-intersection", [0.5, 0.5]],
])("a geometry that is topologically wrong is refused with the coordinate: %j", (geometry, reason, position) => {
  expect(checkTopology(read(geometry).geometry)).toEqual({ reason, path: "geometry", position });
});

test.each([
  ["EPSG:4326", true],
  ["urn:ogc:def:crs:OGC:1.3:CRS84", true],
  ["urn:ogc:def:crs:EPSG::4326", true],
  ["http://www.opengis.net/def/crs/OGC/1.3/CRS84", true],
  ["EPSG:3857", false],
  ["urn:ogc:def:crs:EPSG::25832", false],
  ["EPSG:43260", false],
])("the reference system %s is taken: %s", (name, isTaken) => {
  const point = { type: "Point", coordinates: [0, 0] };
  const crs = { type: "name", properties: { name } };
  expect(readFeature(feature(point, { crs })).ok).toBe(isTaken);
  expect(readFeature(feature(point, { crs: name })).ok).toBe(isTaken);
  const inner = readFeature(feature({ ...point, crs }));
  expect(inner.ok ? undefined : inner.fault.path).toBe(isTaken ? undefined : "geometry.crs");
});

test("a reference system that is null or a link is refused: nobody knows what the numbers mean", () => {
  for (const crs of [null, {}, { type: "link", properties: { href: "x" } }, 4326]) {
    expect(readFeature(feature({ type: "Point", coordinates: [0, 0] }, { crs }))).toMatchObject({ ok: false, fault: { path: "crs" } });
  }
});

test("a geometry has at most 5,000 positions", () => {
  const points = (n: number) => feature({ type: "MultiPoint", coordinates: Array.from({ length: n }, () => [0, 0]) });
  expect(readFeature(points(5_000)).ok).toBe(true);
  expect(readFeature(points(5_001))).toMatchObject({ ok: false, fault: { reason: "A geometry has at most 5000 positions" } });
});

const checker = new GeometryChecker();
afterAll(() => checker.stop());

test("a large geometry is judged on a thread of its own, with the same verdict", async () => {
  const large = read(circle(2_000));
  expect(await checker.check("t", large)).toEqual({ ok: true, value: undefined });
  const twisted = circle(400);
  const ring = twisted.coordinates[0] as number[][];
  [ring[100], ring[101]] = [ring[101] as number[], ring[100] as number[]];
  expect(await checker.check("t", read(twisted))).toMatchObject({ ok: true, value: { reason: "Self-intersection" } });
});

test("tenants take turns, and one that has too many waiting is told to wait", async () => {
  const large = read(circle(4_999));
  const order: string[] = [];
  const mine = Array.from({ length: 4 }, () => checker.check("busy", large).then(() => order.push("busy")));
  await Promise.all([...mine, checker.check("other", large).then(() => order.push("other"))]);
  expect(order.indexOf("other")).toBeLessThan(3);
  const crowd = Array.from({ length: 61 }, () => checker.check("busy", large));
  expect(await crowd[60]).toMatchObject({ ok: false, code: "too_much_under_way", retryAfterSeconds: 1 });
  expect(await checker.check("busy", read(bowTie))).toMatchObject({ value: { reason: "Self-intersection" } });
  await Promise.all(crowd);
}, 60_000);

test("a geometry that takes too long is refused, and the next one is judged", async () => {
  const hasty = new GeometryChecker(1);
  expect(await hasty.check("t", read(circle(4_000)))).toMatchObject({
    ok: true,
    value: { reason: expect.stringContaining("to be checked") },
  });
  await hasty.stop();
});

const parts = { device_id: "/properties/device_id", occurred_at: "/properties/occurred_at" };
const key = (coordinates: number[], properties: Record<string, unknown>, type = "geofence.enter") => {
  const payload = feature({ type: "Point", coordinates }, { properties });
  return deriveKey(type, payload, read(payload.geometry).geometry, parts);
};

test("a derived key depends on device, type, place to 7 decimals and time, and on nothing else", () => {
  const properties = { device_id: "d1", occurred_at: "2026-11-30T00:00:00Z", battery: 3 };
  const base = key([13.4, 52.5], properties);
  expect(base).toMatch(/^idem:v1:[0-9a-f]{64}$/);
  expect(key([13.40000001, 52.49999999], { ...properties, battery: 4 })).toBe(base);
  expect(key([0, -0], properties)).toBe(key([-0, 0], properties));
  const others = [
    key([13.4000002, 52.5], properties),
    key([13.4, 52.5], { ...properties, device_id: "d2" }),
    key([13.4, 52.5], { ...properties, occurred_at: "2026-11-30T00:00:01Z" }),
    key([13.4, 52.5], properties, "geofence.exit"),
  ];
  expect(new Set([base, ...others]).size).toBe(5);
});

test("without a device or a time there is no derived key", () => {
  expect(key([0, 0], { device_id: "d1" })).toBeUndefined();
  expect(key([0, 0], { device_id: null, occurred_at: 1 })).toBeUndefined();
  expect(key([0, 0], { device_id: 7, occurred_at: 1 })).toBeDefined();
});
