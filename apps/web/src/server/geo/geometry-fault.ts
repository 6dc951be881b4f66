/** Longitude and latitude. */
export type Position = readonly [number, number];

/** Why a payload is no valid Feature. */
export interface GeometryFault {
  /** Begins a sentence. */
  reason: string;
  /** Where in the payload, as a dotted path; empty: the payload itself. */
  path: string;
  /** The coordinate to blame, where there is one. */
  position?: Position;
}
