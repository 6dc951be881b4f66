import { createHash } from "node:crypto";
import { readPath } from "../core.ts";
import type { Geometry } from "./read-feature.ts";

/** JSON Pointers into the payload. */
export interface DerivedKeyParts {
  device_id: string;
  occurred_at: string;
}

/** Of a degree: a centimetre. */
const DECIMALS = 1e7;

/**
 * The idempotency key of a geo event whose producer sends none: what device, what type of event, where, and when. Coordinates count to 7 decimals, so that a position
 * that was computed twice is the same place.
 * @returns undefined when the payload does not say which device or when
 */
export function deriveKey(type: string, payload: unknown, geometry: Geometry, parts: DerivedKeyParts): string | undefined {
  const device = scalarAt(payload, parts.device_id);
  const time = scalarAt(payload, parts.occurred_at);
  if (device === undefined || time === undefined) return undefined;
  const hash = createHash("sha256").update(JSON.stringify([device, type, rounded(geometry), time]));
  return `idem:v1:${hash.digest("hex")}`;
}

function scalarAt(payload: unknown, pointer: string): string | number | undefined {
  let at = payload;
  for (const name of readPath(pointer) ?? []) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return (typeof at === "string" && at !== "") || typeof at === "number" ? at : undefined;
}

function rounded(geometry: Geometry): unknown {
  if (geometry.type === "GeometryCollection") return [geometry.type, geometry.geometries.map(rounded)];
  return [geometry.type, roundedNumbers(geometry.coordinates)];
}

function roundedNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(roundedNumbers);
  return typeof value === "number" ? Math.round(value * DECIMALS) / DECIMALS + 0 : value; // + 0: no negative zero
}
