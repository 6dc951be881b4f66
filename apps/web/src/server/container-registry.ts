import type { Services } from "./services.ts";

/**
 * The server and the pages are two module graphs in one process. What both use lives at one place of the process: two pools, or two subscription
 * indexes, would disagree.
 */
const place = Symbol.for("hooklane.container");
const registry = globalThis as { [place]?: Services };

/** @throws Error when there is one already */
export function claimContainer(container: Services): void {
  if (registry[place]) throw new Error("this process has a container already");
  registry[place] = container;
}

export function releaseContainer(container: Services): void {
  if (registry[place] === container) delete registry[place];
}

/** The process's one container. @throws Error before the server has built it */
export function getContainer(): Services {
  const container = registry[place];
  if (!container) throw new Error("the container is built by the server, before the first request");
  return container;
}
