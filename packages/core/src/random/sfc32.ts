import type { Random } from "./random.ts";

const twoTo32 = 0x1_0000_0000;
const warmUpRounds = 12;

/**
 * A seeded source for tests and simulations: sfc32 ("small fast counting", 128 bits of state, from PractRand),
 * one 32-bit output per number. The same seed gives the same sequence on every machine. Not for secrets.
 *
 * @param seed any integer; only its low 32 bits count
 */
export function sfc32(seed: number): Random {
  let a = 0;
  let b = seed | 0;
  let c = 0;
  let counter = 1;
  const next = (): number => {
    const output = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + output) | 0;
    return (output >>> 0) / twoTo32;
  };
  // The state begins nearly empty; these rounds spread the seed's bits over all of it.
  for (let round = 0; round < warmUpRounds; round++) next();
  return next;
}
