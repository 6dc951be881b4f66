import type { AnyRoute } from "./route.ts";

export type Routing =
  | { kind: "found"; route: AnyRoute; params: Readonly<Record<string, string>> }
  | { kind: "wrong_method"; allowed: string[] }
  | { kind: "unknown" };

interface Place {
  segments: string[];
  routes: Map<string, AnyRoute>;
}

const NO_PARAMS = {};

/** Finds the route of a request. Paths without parameters, the busiest among them, are one look-up. */
export class Router {
  readonly #fixed = new Map<string, Place>();
  readonly #open: Place[] = [];

  constructor(routes: readonly AnyRoute[]) {
    for (const route of routes) this.#placeOf(route.path).routes.set(route.method, route);
  }

  find(method: string, path: string): Routing {
    const fixed = this.#fixed.get(path);
    if (fixed) return choose(fixed, method, NO_PARAMS);
    const segments = path.split("/");
    for (const place of this.#open) {
      const params = capture(place.segments, segments);
      if (params) return choose(place, method, params);
    }
    return { kind: "unknown" };
  }

  #placeOf(path: string): Place {
    const segments = path.split("/");
    const isOpen = segments.some((segment) => segment.startsWith(":"));
    const known = isOpen ? this.#open.find((place) => place.segments.join("/") === path) : this.#fixed.get(path);
    if (known) return known;
    const place: Place = { segments, routes: new Map() };
    if (isOpen) this.#open.push(place);
    else this.#fixed.set(path, place);
    return place;
  }
}

function choose({ routes }: Place, method: string, params: Readonly<Record<string, string>>): Routing {
  const route = routes.get(method === "HEAD" ? "GET" : method);
  if (route) return { kind: "found", route, params };
  const allowed = [...routes.keys()];
  return { kind: "wrong_method", allowed: [...allowed, ...(routes.has("GET") ? ["HEAD"] : []), "OPTIONS"] };
}

/** The parameters of a path that has this shape. A parameter is never empty and is taken as written: no id has a percent sign. */
function capture(shape: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (shape.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, wanted] of shape.entries()) {
    const given = segments[i] ?? "";
    if (wanted.startsWith(":") && given !== "") params[wanted.slice(1)] = given;
    else if (wanted !== given) return undefined;
  }
  return params;
}
