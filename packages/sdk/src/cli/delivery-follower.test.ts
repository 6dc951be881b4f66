import { afterEach, expect, test } from "vitest";
import { json, problem, type StartedApi, startApi } from "../test-support/start-api.ts";
import type { Delivery } from "../types/delivery.ts";
import { DeliveryFollower } from "./delivery-follower.ts";
import { deliveryLine } from "./delivery-line.ts";

let api: StartedApi;
afterEach(() => api.server.stop());

type Row = Pick<Delivery, "id" | "state" | "attempt_count">;
const row = (n: number, state: Row["state"] = "delivered", attempt_count = 1): Row => ({
  id: `dlv_${String(n).padStart(6, "0")}`,
  state,
  attempt_count,
});

/** A server that holds these rows, newest first. */
async function following(rows: Row[], lines = 10) {
  api = await startApi(({ path }) => {
    const url = new URL(path, "http://x");
    const single = rows.find(({ id }) => url.pathname === `/v1/deliveries/${id}`);
    if (single) return json(200, single);
    if (!url.pathname.endsWith("/deliveries")) return problem(404, "not_found");
    const sorted = [...rows].sort((a, b) => (a.id < b.id ? 1 : -1));
    const from = Number(url.searchParams.get("cursor") ?? 0);
    const to = from + Number(url.searchParams.get("limit"));
    return json(200, { data: sorted.slice(from, to), next_cursor: to < sorted.length ? String(to) : null, has_more: to < sorted.length });
  });
  const follower = new DeliveryFollower(api.client(), "sub_1", { lines });
  return async () => (await follower.look()).map(({ id, state, attempt_count }) => `${Number(id.slice(4))} ${state} ${attempt_count}`);
}

test("it begins with the last few, oldest first, and then tells what is new, once", async () => {
  const rows = Array.from({ length: 30 }, (_, n) => row(n));
  const look = await following(rows, 3);
  expect(await look()).toEqual(["27 delivered 1", "28 delivered 1", "29 delivered 1"]);
  expect(await look()).toEqual([]);
  rows.push(row(30), row(31, "dead", 2));
  expect(await look()).toEqual(["30 delivered 1", "31 dead 2"]);
  expect(await look()).toEqual([]);
});

test("each attempt of a waiting delivery is a line, an attempt that runs is none, and its end is one", async () => {
  const rows = [row(1, "pending", 0)];
  const look = await following(rows);
  const told = [await look()];
  for (const next of [row(1, "inflight", 1), row(1, "pending", 1), row(1, "pending", 1), row(1, "inflight", 2), row(1, "delivered", 2)]) {
    rows[0] = next;
    told.push(await look());
  }
  expect(told).toEqual([["1 pending 0"], [], ["1 pending 1"], [], [], ["1 delivered 2"]]);
});

test("more than a page between two looks is told without a gap", async () => {
  const rows = [row(0)];
  const look = await following(rows);
  await look();
  for (let n = 1; n <= 450; n++) rows.push(row(n));
  const told = await look();
  expect(told.length).toBe(450);
  expect([told[0], told.at(-1)]).toEqual(["1 delivered 1", "450 delivered 1"]);
});

test("one that commits late, and so appears below the newest, is told", async () => {
  const rows = [row(1), row(3)];
  const look = await following(rows);
  await look();
  rows.push(row(2));
  expect(await look()).toEqual(["2 delivered 1"]);
});

test("a delivery that waits is followed although hundreds of newer ones hide it", async () => {
  const rows = [row(0, "pending", 1)];
  const look = await following(rows);
  await look();
  for (let n = 1; n <= 300; n++) rows.push(row(n));
  await look();
  rows[0] = row(0, "delivered", 2);
  expect(await look()).toEqual(["0 delivered 2"]);
});

const delivery = {
  id: "dlv_1",
  event_id: "evt_1",
  event_type: "order.paid",
  state: "pending",
  generation: 1,
  attempt_count: 2,
  attempts: [{ started_at: "2026-11-30T12:00:00Z" }],
  last_status: 503,
  last_error: null,
  waiting_reason: "retry_scheduled",
  next_attempt_at: "2026-11-30T12:00:09Z",
  accepted_at: "2026-11-30T11:00:00Z",
  finished_at: null,
  dead_reason: null,
} as unknown as Delivery;

test("a line says when, what, which and why", () => {
  expect(deliveryLine(delivery)).toBe(
    "2026-11-30T12:00:00Z  pending    order.paid  dlv_1  evt_1  attempt 2  503  retry_scheduled, due 2026-11-30T12:00:09Z",
  );
  const dead = {
    ...delivery,
    state: "dead",
    finished_at: "2026-11-30T12:30:00Z",
    dead_reason: "terminal_status",
    last_status: 404,
    generation: 2,
  } as const;
  expect(deliveryLine(dead)).toBe("2026-11-30T12:30:00Z  dead       order.paid  dlv_1  evt_1  replay 1  attempt 2  404  terminal_status");
});

test("what an endpoint answered cannot steer the terminal or begin a line of its own", () => {
  const line = deliveryLine({ ...delivery, last_status: null, last_error: "bad\u001b]0;x\u0007\r\nfake  delivered\u009b2J" });
  expect(line).toContain("bad\\x1b]0;x\\x07\\x0d fake  delivered\\x9b2J");
});
