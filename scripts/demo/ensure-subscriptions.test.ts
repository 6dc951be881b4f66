import { expect, test } from "vitest";
import type { ApiClient } from "../runtime/api-client.ts";
import { ensureSubscriptions } from "./ensure-subscriptions.ts";

/** The subscriptions part of the REST API, in memory. */
function api(existing: Record<string, string>) {
  const urls = new Map(Object.entries(existing));
  const changes: string[] = [];
  const client: ApiClient = {
    async call<T>(method: string, path: string, _expected: readonly number[], body?: unknown) {
      const id = path.split("/")[3] ?? "";
      const { url = "" } = (body ?? {}) as { url?: string };
      if (method === "GET") return { status: urls.has(id) ? 200 : 404, body: { id, url: urls.get(id) } as T };
      changes.push(`${method} ${id || url}`);
      if (method === "POST") return { status: 201, body: { id: `new-${urls.size}`, url, secret: "whsec_new" } as T };
      if (method === "PATCH") urls.set(id, url);
      return { status: 200, body: undefined as T };
    },
  };
  return { client, changes };
}

test("kept subscriptions go on without a change", async () => {
  const { client, changes } = api({ a: "http://127.0.0.1:1/" });
  const kept = { healthy: { id: "a", url: "http://127.0.0.1:1/", secret: "s" } };
  expect(await ensureSubscriptions(client, kept, { healthy: "http://127.0.0.1:1/" })).toEqual(kept);
  expect(changes).toEqual([]);
});

test("a receiver that had to move takes its subscription, and its secret, along", async () => {
  const { client, changes } = api({ a: "http://127.0.0.1:1/" });
  const kept = { healthy: { id: "a", url: "http://127.0.0.1:1/", secret: "s" } };
  expect(await ensureSubscriptions(client, kept, { healthy: "http://127.0.0.1:2/" })).toEqual({
    healthy: { id: "a", url: "http://127.0.0.1:2/", secret: "s" },
  });
  expect(changes).toEqual(["PATCH a"]);
});

test("missing subscriptions are made, also one that somebody deleted meanwhile, and those without a receiver are deleted", async () => {
  const { client, changes } = api({ b: "http://127.0.0.1:9/" });
  const kept = {
    healthy: { id: "gone", url: "http://127.0.0.1:1/", secret: "s" },
    black_hole: { id: "b", url: "http://127.0.0.1:9/", secret: "s" },
  };
  const result = await ensureSubscriptions(client, kept, { healthy: "http://127.0.0.1:1/", slow: "http://127.0.0.1:2/" });
  expect(Object.keys(result)).toEqual(["healthy", "slow"]);
  expect(result.healthy).toMatchObject({ secret: "whsec_new" });
  expect(changes).toEqual(["POST http://127.0.0.1:1/", "POST http://127.0.0.1:2/", "DELETE b"]);
});
