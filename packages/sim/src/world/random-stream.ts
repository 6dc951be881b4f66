import { type Random, sfc32 } from "@hooklane/core";
import { hashText } from "./transcript.ts";

/**
 * A source of randomness of its own for each part of a world, so that one part drawing more does not change what the others
 * draw. The same seed and name give the same numbers on every machine.
 */
export function randomStream(seed: number, name: string): Random {
  return sfc32(Math.imul(seed | 0, 0x9e37_79b1) ^ hashText(name));
}

/** The wait until the next arrival of a Poisson process, in the unit of `mean`. */
export function exponential(random: Random, mean: number): number {
  return -Math.log(1 - random()) * mean;
}

/** Box and Muller, one of the pair. */
export function standardNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** @param sigma of the logarithm: 0.5 gives a 99th percentile of 3.2 medians, 1 gives 10 */
export function logNormal(random: Random, median: number, sigma: number): number {
  return median * Math.exp(sigma * standardNormal(random));
}

export function uniform(random: Random, low: number, high: number): number {
  return low + random() * (high - low);
}

export function wholeNumber(random: Random, low: number, high: number): number {
  return Math.floor(uniform(random, low, high + 1));
}

export function oneOf<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
