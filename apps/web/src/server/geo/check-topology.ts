import GeometryFactory from "jsts/org/locationtech/jts/geom/GeometryFactory.js";
import GeoJSONReader from "jsts/org/locationtech/jts/io/GeoJSONReader.js";
import IsValidOp from "jsts/org/locationtech/jts/operation/valid/IsValidOp.js";
import type { GeometryFault } from "./geometry-fault.ts";
import type { Geometry } from "./read-feature.ts";

interface TopologyError {
  getMessage(): string;
  getCoordinate(): { x: number; y: number } | null;
}

const reader = new GeoJSONReader(new GeometryFactory());

/**
 * Whether a geometry is valid by the rules of the OGC's Simple Features, as JTS judges them: no ring crosses itself or another, holes lie within their shells, areas
 * do not overlap. Takes up to a second at the limit of positions: see GeometryChecker.
 */
export function checkTopology(geometry: Geometry): GeometryFault | undefined {
  const error = new IsValidOp(reader.read(geometry)).getValidationError() as TopologyError | null;
  if (!error) return undefined;
  const at = error.getCoordinate();
  return { reason: error.getMessage(), path: "geometry", ...(at && { position: [at.x, at.y] as const }) };
}
