import type { World, WorldOptions } from "./harness/world.ts";
import type { Verdict } from "./verdict.ts";

export const profiles = ["ci", "full", "soak"] as const;
/** `ci`: short, with windows and leases shortened; `full`: policies as they are by default; `soak`: hours. */
export type Profile = (typeof profiles)[number];

/** What a fault test works with. */
export interface FaultContext {
  readonly profile: Profile;
  readonly verdict: Verdict;
  /** Starts a product with its receivers; it is ended after the test, however the test ends. */
  world(options: WorldOptions): Promise<World>;
  /** What is to be ended after the test: the latest first, and worlds in their turn. */
  atEnd(end: () => Promise<unknown> | unknown): void;
  /** A line about what goes on. */
  say(line: string): void;
}

/** One fault, what must hold while it lasts, and after it. */
export interface FaultTest {
  readonly id: string;
  readonly title: string;
  readonly profiles: readonly Profile[];
  /** Measures into the verdict. Throws when it could not be carried out, which is a failure, or {@link Skipped}. */
  run(context: FaultContext): Promise<void>;
}

/** The test cannot be carried out on this machine. */
export class Skipped extends Error {}
