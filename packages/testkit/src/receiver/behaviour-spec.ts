import { sfc32 } from "@hooklane/core";
import type { Behaviour } from "./behaviour.ts";

/** A behaviour as plain JSON, for receivers in another process: randomness is named by its seed, and there are no scripts. */
export type BehaviourSpec =
  | Extract<Behaviour, { kind: "healthy" | "slow" | "status" | "black_hole" }>
  /** A good status line at once, then one byte of the body each `everyMs`, without end. */
  | { readonly kind: "drip"; readonly everyMs: number }
  | { readonly kind: "flaky"; readonly failureRate: number; readonly seed: number; readonly failureStatus?: number };

const dripHead = "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n";

/**
 * Makes a behaviour of its description.
 *
 * @throws RangeError naming what is wrong with it.
 */
export function behaviourOf(spec: BehaviourSpec): Behaviour {
  switch (spec.kind) {
    case "healthy":
    case "black_hole":
      return spec;
    case "slow":
      within(spec.delayMs, 0, 3_600_000, "delayMs");
      return spec;
    case "status":
      within(spec.status, 200, 599, "status");
      return spec;
    case "drip":
      within(spec.everyMs, 1, 3_600_000, "everyMs");
      return { kind: "scripted", respond: () => ({ kind: "stream", head: dripHead, chunk: ".", everyMs: spec.everyMs, status: 200 }) };
    case "flaky": {
      const { seed, ...flaky } = spec;
      within(spec.failureRate, 0, 1, "failureRate");
      within(seed, 0, 0xffff_ffff, "seed");
      if (spec.failureStatus !== undefined) within(spec.failureStatus, 200, 599, "failureStatus");
      return { ...flaky, random: sfc32(seed) };
    }
    default:
      throw new RangeError(`unknown behaviour ${JSON.stringify(spec)}`);
  }
}

function within(value: number, least: number, most: number, what: string): void {
  if (!(value >= least && value <= most)) throw new RangeError(`${what} must be between ${least} and ${most}, not ${value}`);
}
