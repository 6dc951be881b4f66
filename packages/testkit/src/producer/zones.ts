/** A circular geofence. */
export interface Zone {
  readonly id: string;
  readonly name: string;
  /** Degrees, WGS 84. */
  readonly lon: number;
  readonly lat: number;
  readonly radiusM: number;
}

/** A point on the ground, degrees, WGS 84. */
export interface Place {
  readonly lon: number;
  readonly lat: number;
}

/** Freight places along the lower Rhine. Two names are not ASCII on purpose: their bytes must survive as well. */
export const zones: readonly Zone[] = [
  { id: "gf_maasvlakte", name: "Rotterdam Maasvlakte", lon: 4.0212, lat: 51.9561, radiusM: 1_400 },
  { id: "gf_waalhaven", name: "Rotterdam Waalhaven", lon: 4.4336, lat: 51.8868, radiusM: 900 },
  { id: "gf_moerdijk", name: "Moerdijk Terminal", lon: 4.5917, lat: 51.6909, radiusM: 800 },
  { id: "gf_tilburg", name: "Tilburg Distribution Park", lon: 5.0156, lat: 51.5764, radiusM: 700 },
  { id: "gf_venlo", name: "Venlo Greenport", lon: 6.1068, lat: 51.4006, radiusM: 750 },
  { id: "gf_nijmegen", name: "Nijmegen Depot", lon: 5.7952, lat: 51.8546, radiusM: 350 },
  { id: "gf_emmerich", name: "Emmerich Border Yard", lon: 6.2431, lat: 51.8315, radiusM: 400 },
  { id: "gf_duisport", name: "Duisburg logport I", lon: 6.6946, lat: 51.3933, radiusM: 1_100 },
  { id: "gf_neuss", name: "Neuss Hafenbecken", lon: 6.7092, lat: 51.2088, radiusM: 600 },
  { id: "gf_duesseldorf", name: "Düsseldorf Cargo Süd", lon: 6.7644, lat: 51.2772, radiusM: 500 },
  { id: "gf_koeln", name: "Köln-Niehl Hafen", lon: 6.9733, lat: 50.9862, radiusM: 650 },
  { id: "gf_antwerp", name: "Antwerp Deurganckdok", lon: 4.2571, lat: 51.2913, radiusM: 1_300 },
];

const metresPerDegree = 111_320;

/** East and north metres from one place to another, on a plane: good to a few metres over a zone and to 1 % over these routes. */
function offsetM(from: Place, to: Place): { east: number; north: number } {
  const shrink = Math.cos(((from.lat + to.lat) / 2) * (Math.PI / 180));
  return { east: (to.lon - from.lon) * metresPerDegree * shrink, north: (to.lat - from.lat) * metresPerDegree };
}

/** Metres between two places. */
export function distanceM(from: Place, to: Place): number {
  const { east, north } = offsetM(from, to);
  return Math.hypot(east, north);
}

/** Radians clockwise from north. */
export function bearing(from: Place, to: Place): number {
  const { east, north } = offsetM(from, to);
  return Math.atan2(east, north);
}

/** The place on a zone's edge in the direction `bearingRad` (clockwise from north), to 6 decimals: a tenth of a metre. */
export function edgeOf(zone: Zone, bearingRad: number): Place {
  const north = (zone.radiusM * Math.cos(bearingRad)) / metresPerDegree;
  const east = (zone.radiusM * Math.sin(bearingRad)) / (metresPerDegree * Math.cos(zone.lat * (Math.PI / 180)));
  return { lon: rounded(zone.lon + east, 6), lat: rounded(zone.lat + north, 6) };
}

/** `value` with at most `decimals` decimals. */
export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
