import { randomFillSync } from "node:crypto";

const pool = Buffer.allocUnsafe(16 * 256);
let used = pool.length;

const hex48 = (ms: number): string => {
  const h = ms.toString(16).padStart(12, "0");
  return `${h.slice(0, 8)}-${h.slice(8)}`;
};

/**
 * A UUIDv7 (RFC 9562) of the given time.
 * @param ms milliseconds since 1970 by the database's clock, an integer below 2^48
 */
export function uuidV7(ms: number): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.toString("hex", used, used + 10);
  used += 16;
  const variant = ((Number.parseInt(random[3] as string, 16) & 3) | 8).toString(16);
  return `${hex48(ms)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`;
}

/** The lowest UUID of a millisecond: the bound of an id range in time. */
export const uuidFloor = (ms: number): string => `${hex48(ms)}-0000-0000-000000000000`;

/** The millisecond inside a UUIDv7. */
export const uuidTime = (uuid: string): number => Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);

/** The next UUID, as an upper bound that does not include itself; undefined after the last. */
export function uuidAbove(uuid: string): string | undefined {
  const hex = (BigInt(`0x${uuid.replaceAll("-", "")}`) + 1n).toString(16).padStart(32, "0");
  return hex.length > 32 ? undefined : [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
