import { z } from "zod";

export interface NumberKey {
  readonly description: string;
  readonly unit: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

/** A key that takes whole numbers from `min` to `max`. */
export function wholeNumber({ description, unit, min, max, default: value }: NumberKey) {
  return z.int().min(min).max(max).default(value).meta({ description, unit });
}

/** A key that takes any number from `min` to `max`. */
export function decimal({ description, unit, min, max, default: value }: NumberKey) {
  return z.number().min(min).max(max).default(value).meta({ description, unit });
}

/** A key that takes a part of a whole; the least is above 0, since a part of nothing is another policy. */
export function share(key: Pick<NumberKey, "description" | "default"> & { readonly min?: number }) {
  return decimal({ unit: "ratio", min: 0.01, max: 1, ...key });
}
