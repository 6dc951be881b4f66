import { afterEach, describe, expect, it } from "vitest";
import type { Answer, ReceivedRequest } from "../receiver/behaviour.ts";
import { type Receiver, startReceiver } from "../receiver/start-receiver.ts";
import { collectPlatform } from "./collect-platform.ts";
import { deliveredRow } from "./good-run.fixture.ts";

let api: Receiver;
afterEach(() => api.stop());

async function apiOf(respond: (url: URL, request: ReceivedRequest) => unknown): Promise<string> {
  const answer = (request: ReceivedRequest): Answer => {
    const body = respond(new URL(request.path, "http://api"), request);
    return body === undefined ? { kind: "status", status: 403, body: "no" } : { kind: "status", status: 200, body: JSON.stringify(body) };
  };
  api = await startReceiver({ behaviours: { api: { kind: "scripted", respond: answer } } });
  return api.url("api");
}

describe("collectPlatform", () => {
  it("reads every page of every subscription, with the key, and drops attempts", async () => {
    const rows = Array.from({ length: 600 }, (_, n) => ({ ...deliveredRow(n, "sub_a"), attempts: ["bulk"] }));
    const baseUrl = await apiOf((url, { headers }) => {
      if (headers.authorization !== "Bearer hk_test" || url.searchParams.get("limit") !== "250") return undefined;
      if (url.pathname === "/v1/subscriptions/sub_b/deliveries") return { data: [], next_cursor: null, has_more: false };
      if (url.pathname !== "/v1/subscriptions/sub_a/deliveries") return undefined;
      const start = Number(url.searchParams.get("cursor") ?? 0);
      const end = start + 250;
      return { data: rows.slice(start, end), next_cursor: end < 600 ? String(end) : null, has_more: end < 600 };
    });
    const { deliveries, health } = await collectPlatform({ baseUrl, apiKey: "hk_test", subscriptionIds: ["sub_a", "sub_b"] });
    expect(deliveries).toEqual(rows.map(({ attempts: _, ...row }) => row));
    expect(health).toEqual([]);
    expect(api.counts("api").received).toBe(4);
  });

  it("asks for a time range and for health when told to", async () => {
    const baseUrl = await apiOf((url) =>
      url.pathname.endsWith("/health")
        ? { backlog: 3, dead_count: 1, circuit_state: "closed" }
        : { data: [], next_cursor: null, has_more: false },
    );
    const { health } = await collectPlatform({ baseUrl, apiKey: "k", subscriptionIds: ["sub_a"], sinceMs: 0, withHealth: true });
    expect(health).toEqual([{ subscription_id: "sub_a", backlog: 3, dead_count: 1 }]);
    expect(api.requests("api")[0]?.path).toBe("/v1/subscriptions/sub_a/deliveries?limit=250&since=1970-01-01T00%3A00%3A00.000Z");
  });

  it("fails rather than give half the rows", async () => {
    const refused = await apiOf(() => undefined);
    await expect(collectPlatform({ baseUrl: refused, apiKey: "k", subscriptionIds: ["sub_a"] })).rejects.toThrow("answered 403: no");
    await api.stop();
    const stuck = await apiOf(() => ({ data: [], next_cursor: "same", has_more: true }));
    await expect(collectPlatform({ baseUrl: stuck, apiKey: "k", subscriptionIds: ["sub_a"] })).rejects.toThrow(
      "has more, but no new cursor",
    );
  });
});
