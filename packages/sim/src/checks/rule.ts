import type { EpochMs, PolicyConfig } from "@hooklane/core";
import type { Observer } from "../world/observer.ts";

export interface Violation {
  readonly rule: string;
  readonly at: EpochMs;
  readonly detail: string;
}

export interface RuleContext {
  readonly config: PolicyConfig;
  /** Whether workers die in this world, or shards change hands: then counts of the whole fleet are checked less strictly. */
  readonly isShaken: boolean;
  report(detail: string, now: EpochMs): void;
}

/** One thing that must hold in every world. It counts for itself and asks no policy. */
export interface Rule {
  readonly name: string;
  /** How to listen in one world. */
  watch(context: RuleContext): Observer & {
    /** The world is over, and quiet. */
    end?(now: EpochMs): void;
  };
}
