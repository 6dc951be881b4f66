import { afterEach, expect, test } from "vitest";
import { json, problem, type StartedApi, startApi } from "../test-support/start-api.ts";
import { HooklaneError } from "./hooklane-error.ts";

let api: StartedApi;
afterEach(() => api.server.stop());

const accepted = json(202, { event_id: "evt_1", deliveries: 1, shed: [] });
const event = { type: "order.paid", payload: { n: 1 } };
const keys = () => api.requests().map(({ body }) => JSON.parse(body.toString()).idempotency_key);

async function failureOf(call: Promise<unknown>): Promise<HooklaneError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(HooklaneError);
  return error as HooklaneError;
}

test("C41: an event is sent until it is accepted, whatever happens on the way, always with the same bytes and key", async () => {
  const reset = { kind: "raw", bytes: "", end: "reset" } as const;
  const cut = { kind: "raw", bytes: 'HTTP/1.1 202 Accepted\r\ncontent-length: 60\r\n\r\n{"event_id":"evt_1",', end: "close" } as const;
  const ways = [problem(503, "unavailable"), reset, cut, problem(429, "too_many"), problem(500, "internal"), json(408, {}), json(425, {})];
  api = await startApi((_, n) => ways[n - 1] ?? accepted);
  expect(await api.client().events.publish(event)).toEqual({ event_id: "evt_1", deliveries: 1, shed: [] });
  expect(api.requests().length).toBe(ways.length + 1);
  expect(new Set(api.requests().map(({ body }) => body.toString())).size).toBe(1);
  expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
});

test("the caller's own key is kept, and two events without one get two", async () => {
  api = await startApi(() => accepted);
  const { events } = api.client();
  await events.publish({ ...event, idempotency_key: "mine" });
  await events.publish(event);
  await events.publish(event);
  expect(keys()[0]).toBe("mine");
  expect(new Set(keys()).size).toBe(3);
});

test("a refusal is not repeated; it names status, code, field and request", async () => {
  api = await startApi(() => problem(422, "unprocessable", {}, { field: "type" }));
  const error = await failureOf(api.client().events.publish(event));
  expect(error).toMatchObject({
    status: 422,
    code: "unprocessable",
    detail: "It is unprocessable.",
    field: "type",
    requestId: "req_1",
    attempts: 1,
    retryAfterMs: null,
  });
  expect(error.message).toBe("It is unprocessable. (422 unprocessable)");
});

test("Retry-After is waited for, and a call gives up at once where it is longer than the time that is left", async () => {
  api = await startApi((_, n) => (n === 1 ? problem(429, "too_many", { "retry-after": "1" }) : accepted));
  const startedAt = performance.now();
  await api.client().events.publish(event);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(995);
  api.server.set("api", { kind: "scripted", respond: () => problem(503, "unavailable", { "retry-after": "3600" }) });
  const error = await failureOf(api.client().events.publish(event));
  expect(error).toMatchObject({ status: 503, attempts: 1, retryAfterMs: 3_600_000 });
});

test("attempts end with the time for the whole call, and zero means one attempt", async () => {
  api = await startApi(() => accepted);
  const busy = async () => new Response('{"code":"unavailable","detail":"Not now."}', { status: 503 });
  const client = api.client({ fetch: busy, retry: { baseMs: 1, capMs: 50, totalMs: 1_000 } });
  const error = await failureOf(client.events.publish(event));
  expect(error).toMatchObject({ status: 503, code: "unavailable" });
  expect(error.attempts).toBeGreaterThan(2);
  expect((await failureOf(client.events.publish(event, { totalMs: 0 }))).attempts).toBe(1);
});

test("an attempt that the end of the call cut short does not hide the last answer", async () => {
  api = await startApi(() => accepted);
  let calls = 0;
  const busyThenSilent: typeof fetch = (_, init) =>
    ++calls === 1
      ? Promise.resolve(new Response('{"code":"unavailable","detail":"Not now."}', { status: 503 }))
      : new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("aborted"))));
  const error = await failureOf(api.client({ fetch: busyThenSilent }).events.publish(event, { totalMs: 300 }));
  expect(error).toMatchObject({ status: 503, code: "unavailable", attempts: 2 });
});

test("an attempt that gets no answer is given up after its time and made again; the last error says so", async () => {
  api = await startApi((_, n) => (n === 1 ? { kind: "never" } : accepted));
  await api.client({ timeoutMs: 100 }).events.publish(event);
  expect(api.requests().length).toBe(2);
  api.server.set("api", { kind: "black_hole" });
  const error = await failureOf(api.client().events.publish(event, { timeoutMs: 50, totalMs: 0 }));
  expect(error).toMatchObject({ status: null, code: "timeout", requestId: null });
});

test("a line that cannot be made is named by its cause, and it never carries the key", async () => {
  api = await startApi(() => accepted);
  const { baseUrl } = api;
  await api.server.stop();
  const error = await failureOf(api.client({ baseUrl }).jobs.get("job_1", { totalMs: 0 }));
  expect(error).toMatchObject({ status: null, code: "network_error", detail: expect.stringContaining("ECONNREFUSED") });
  expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain("hk_test");
});

test("a signal ends a call while it runs and while it waits, with the signal's own reason", async () => {
  api = await startApi(() => ({ kind: "never" }));
  const reason = new Error("enough");
  const running = new AbortController();
  const call = api.client().events.publish(event, { signal: running.signal });
  setTimeout(() => running.abort(reason), 20);
  await expect(call).rejects.toBe(reason);
  api.server.set("api", { kind: "scripted", respond: () => problem(503, "unavailable", { "retry-after": "30" }) });
  const waiting = new AbortController();
  const waits = api.client().events.publish(event, { signal: waiting.signal });
  setTimeout(() => waiting.abort(reason), 50);
  await expect(waits).rejects.toBe(reason);
  await expect(api.client().jobs.get("job_1", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test("what must not be done twice is done once: a create that failed on its way is the caller's to judge", async () => {
  api = await startApi((_, n) => (n === 1 ? problem(503, "unavailable") : json(201, { id: "sub_1" })));
  const subscription = { url: "https://a.example", event_types: ["*"] };
  expect(await failureOf(api.client().subscriptions.create(subscription))).toMatchObject({ status: 503, attempts: 1 });
  expect(api.requests().length).toBe(1);
});

test("a deletion whose answer got lost is a deletion; one of something unknown is not", async () => {
  api = await startApi((_, n) => (n === 1 ? { kind: "raw", bytes: "", end: "reset" } : problem(404, "not_found")));
  await api.client().subscriptions.delete("sub_1");
  expect(await failureOf(api.client().subscriptions.delete("sub_2"))).toMatchObject({ status: 404 });
});

test("what answers in the API's place is told from the API: a page, a redirect, an empty refusal", async () => {
  api = await startApi((_, n) => {
    if (n === 1) return { kind: "status", status: 200, body: "<html>Sign in</html>" };
    if (n === 2) return { kind: "status", status: 301, headers: { location: "https://hooks.example/v1" } };
    return { kind: "status", status: 403, body: "" };
  });
  const call = () => failureOf(api.client().jobs.get("job_1"));
  expect(await call()).toMatchObject({ status: 200, code: "unexpected_answer", detail: expect.stringContaining("Sign in") });
  expect(await call()).toMatchObject({
    status: 301,
    code: "unexpected_answer",
    detail: expect.stringContaining("https://hooks.example/v1"),
  });
  expect(await call()).toMatchObject({ status: 403, code: "unexpected_answer" });
});
