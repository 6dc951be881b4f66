import { expect, test } from "vitest";
import type { Route } from "./route.ts";
import { Router } from "./router.ts";

const route = (method: Route["method"], path: string): Route => ({
  method,
  path,
  scope: "events:read",
  doc: { id: `${method}${path}`, area: "Events", summary: "", description: "", answers: [] },
  handle: async () => ({ status: 200 }),
});
const routes = [
  route("GET", "/v1/a"),
  route("POST", "/v1/a"),
  route("GET", "/v1/a/:id"),
  route("POST", "/v1/a/:id/b"),
  route("DELETE", "/v1/a/:id"),
];
const router = new Router(routes);

test("a route is found by method and path, with the parts of the path it names", () => {
  expect(router.find("POST", "/v1/a")).toEqual({ kind: "found", route: routes[1], params: {} });
  expect(router.find("GET", "/v1/a/x")).toEqual({ kind: "found", route: routes[2], params: { id: "x" } });
  expect(router.find("POST", "/v1/a/x/b")).toEqual({ kind: "found", route: routes[3], params: { id: "x" } });
});

test("HEAD is answered where GET is, and nowhere else", () => {
  expect(router.find("HEAD", "/v1/a")).toMatchObject({ kind: "found", route: routes[0] });
  expect(router.find("HEAD", "/v1/a/x/b")).toEqual({ kind: "wrong_method", allowed: ["POST", "OPTIONS"] });
});

test("a known path with another method names those it has", () => {
  expect(router.find("PATCH", "/v1/a/x")).toEqual({ kind: "wrong_method", allowed: ["GET", "DELETE", "HEAD", "OPTIONS"] });
});

test.each(["/v1/a/", "/v1/a//b", "/v1", "/v1/a/x/c", "/v1/a/x/b/", "/v1/toString", "/V1/a"])("%s is unknown", (path) => {
  expect(router.find("GET", path)).toEqual({ kind: "unknown" });
});
