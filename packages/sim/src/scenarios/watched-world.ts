import { defaultPolicyConfig } from "@hooklane/core";
import { InvariantChecker } from "../checks/invariant-checker.ts";
import { World, type WorldOptions } from "../world/world.ts";

/** A world that plays core, every invariant watched. */
export function watchedWorld(options: WorldOptions): { world: World; checker: InvariantChecker } {
  const checker = new InvariantChecker(options.config ?? defaultPolicyConfig);
  return { world: new World({ ...options, observers: [checker.observer, ...(options.observers ?? [])] }), checker };
}
