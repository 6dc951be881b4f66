import { MAX_GEOMETRY_POSITIONS } from "@hooklane/contracts";
import type { GeometryFault, Position } from "./geometry-fault.ts";

/** A GeoJSON geometry whose structure was read: every position lies where it should, every ring is closed. Its topology is not judged yet. */
export type Geometry =
  | { readonly type: Exclude<GeometryType, "GeometryCollection">; readonly coordinates: unknown }
  | { readonly type: "GeometryCollection"; readonly geometries: readonly Geometry[] };

type GeometryType = "Point" | "MultiPoint" | "LineString" | "MultiLineString" | "Polygon" | "MultiPolygon" | "GeometryCollection";

export interface Feature {
  geometry: Geometry;
  /** Positions in the geometry: what judging it costs. */
  positions: number;
  /** Whether it has lines or areas, which can be topologically wrong. */
  hasTopology: boolean;
}

export type FeatureRead = { ok: true; feature: Feature } | { ok: false; fault: GeometryFault };

/** Ends a reading at the first fault. Never leaves this module. */
class Fault extends Error {
  readonly fault: GeometryFault;
  constructor(reason: string, path: string, position?: Position) {
    super(reason);
    this.fault = { reason, path, ...(position && { position }) };
  }
}

interface Reading {
  positions: number;
  hasTopology: boolean;
}

/** How many levels of lists lie between `coordinates` and a position. */
const levels: Readonly<Record<Exclude<GeometryType, "GeometryCollection">, 0 | 1 | 2 | 3>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

/** The names of the one reference system that GeoJSON has, longitude before latitude, in degrees on WGS 84. */
const wgs84 =
  /^(urn:ogc:def:crs:(OGC:(1\.3)?:?CRS84|EPSG:[0-9.]*:4326)|OGC:CRS84|CRS84|EPSG:4326|https?:\/\/www\.opengis\.net\/def\/crs\/(OGC\/1\.3\/CRS84|EPSG\/0\/4326))$/i;

/** Reads a payload as a GeoJSON Feature (RFC 7946): structure, ranges of coordinates, closed rings, reference system. Of bounded size; never throws. */
export function readFeature(payload: unknown): FeatureRead {
  const reading: Reading = { positions: 0, hasTopology: false };
  try {
    const feature = asObject(payload, "The payload must be a GeoJSON Feature", "");
    if (feature.type !== "Feature") throw new Fault('The type must be "Feature"', "type");
    checkReference(feature, "");
    const { properties } = feature;
    if (properties !== null && !isObject(properties)) throw new Fault("The properties must be an object or null", "properties");
    if (feature.geometry === null || feature.geometry === undefined) throw new Fault("The geometry is empty", "geometry");
    const geometry = readGeometry(feature.geometry, "geometry", reading);
    return { ok: true, feature: { geometry, ...reading } };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.fault };
    throw error;
  }
}

function readGeometry(value: unknown, path: string, reading: Reading): Geometry {
  const geometry = asObject(value, "A geometry must be an object", path);
  checkReference(geometry, path);
  const { type } = geometry;
  if (type === "GeometryCollection") {
    const list = asList(geometry.geometries, "The collection is empty", `${path}.geometries`);
    return { type, geometries: list.map((item, i) => readGeometry(item, `${path}.geometries.${i}`, reading)) };
  }
  if (typeof type !== "string" || !Object.hasOwn(levels, type)) throw new Fault("There is no such type of geometry", `${path}.type`);
  const known = type as keyof typeof levels;
  if (!known.endsWith("Point")) reading.hasTopology = true;
  readCoordinates(geometry.coordinates, levels[known], known, `${path}.coordinates`, reading);
  return { type: known, coordinates: geometry.coordinates };
}

function readCoordinates(value: unknown, level: number, type: string, path: string, reading: Reading): void {
  if (level === 0) {
    readPosition(value, path, reading);
    return;
  }
  const list = asList(value, "The geometry is empty", path);
  for (const [i, item] of list.entries()) readCoordinates(item, level - 1, type, `${path}.${i}`, reading);
  if (level !== 1) return;
  if (type.endsWith("Polygon")) checkRing(list as readonly Position[], path);
  else if (type.endsWith("LineString") && list.length < 2) throw new Fault("A line has at least 2 positions", path, list[0] as Position);
}

function checkRing(ring: readonly Position[], path: string): void {
  const first = ring[0] as Position;
  const last = ring.at(-1) as Position;
  if (ring.length < 4) throw new Fault("A ring has at least 4 positions", path, first);
  if (first[0] !== last[0] || first[1] !== last[1]) throw new Fault("The ring is not closed", `${path}.${ring.length - 1}`, last);
}

function readPosition(value: unknown, path: string, reading: Reading): void {
  reading.positions++;
  if (reading.positions > MAX_GEOMETRY_POSITIONS) throw new Fault(`A geometry has at most ${MAX_GEOMETRY_POSITIONS} positions`, path);
  if (!Array.isArray(value) || value.length === 0) throw new Fault("The geometry is empty", path);
  if (value.length < 2 || value.length > 3 || !value.every((number) => typeof number === "number" && Number.isFinite(number))) {
    throw new Fault("A position is a longitude, a latitude and at most an altitude, all of them numbers", path);
  }
  const [longitude, latitude] = value as [number, number];
  const position: Position = [longitude, latitude];
  if (longitude < -180 || longitude > 180) throw new Fault("The longitude lies outside -180 to 180", path, position);
  if (latitude < -90 || latitude > 90) throw new Fault("The latitude lies outside -90 to 90", path, position);
}

/** RFC 7946 has one reference system and no member for others; older files name it, and those are understood. */
function checkReference(object: Record<string, unknown>, path: string): void {
  if (!Object.hasOwn(object, "crs")) return;
  const { crs } = object;
  const properties = isObject(crs) && crs.type === "name" && isObject(crs.properties) ? crs.properties : {};
  const name = typeof crs === "string" ? crs : properties.name;
  if (typeof name === "string" && wgs84.test(name)) return;
  throw new Fault("The reference system must be EPSG:4326 or CRS84", path === "" ? "crs" : `${path}.crs`);
}

function asObject(value: unknown, reason: string, path: string): Record<string, unknown> {
  if (!isObject(value)) throw new Fault(reason, path);
  return value;
}

function asList(value: unknown, reason: string, path: string): readonly unknown[] {
  if (Array.isArray(value) && value.length > 0) return value;
  throw new Fault(reason, path);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
