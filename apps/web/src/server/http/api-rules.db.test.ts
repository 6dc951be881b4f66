import { gzipSync } from "node:zlib";
import { type Scope, scopes } from "@hooklane/contracts";
import { createApiKey } from "@hooklane/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, type Reply } from "../../test-support/call.ts";
import { rawRequest } from "../../test-support/raw-request.ts";
import { type StartedWeb, startWeb } from "../../test-support/start-web.ts";
import type { CreatedTenant } from "../use-cases/tenants/create-tenant.ts";
import { generateApiKey } from "./api-key.ts";

let web: StartedWeb;
let tenant: CreatedTenant;

beforeAll(async () => {
  web = await startWeb();
  tenant = await web.newTenant();
});
afterAll(() => web.stop());

const event = { type: "a.b", payload: 1 };
const newKey = async (scopes: Scope[]): Promise<{ key: string; id: string }> => {
  const { key, prefix, hash } = generateApiKey();
  const id = await createApiKey(web.container.db, web.container.now(), {
    tenantId: tenant.tenantId,
    name: "test",
    prefix,
    hash,
    scopes,
    createdBy: null,
  });
  return { key, id };
};
const post = (body: unknown, headers: Record<string, string> = {}, key = tenant.apiKey): Promise<Reply> =>
  call(web, "POST", "/v1/events", { key, body, headers });

test("K4: missing, malformed, mistyped and unknown keys get one and the same 401", async () => {
  const unknown = generateApiKey().key;
  const mistyped = `${tenant.apiKey.slice(0, -1)}${tenant.apiKey.endsWith("0") ? "1" : "0"}`;
  const replies = [
    await call(web, "POST", "/v1/events", { body: event }),
    await call(web, "POST", "/v1/events", {
      body: event,
      headers: { authorization: `Basic ${Buffer.from(tenant.apiKey).toString("base64")}` },
    }),
    ...(await Promise.all([unknown, mistyped, "hk_", "x".repeat(5_000)].map((key) => post(event, {}, key)))),
  ];
  const bodies = replies.map(({ status, json: { request_id: _, ...body } }) => JSON.stringify([status, body]));
  expect(new Set(bodies).size).toBe(1);
  expect(replies[0]?.status).toBe(401);
  expect(replies[0]?.headers.get("www-authenticate")).toMatch(/^Bearer/);
});

test("K1: a key that was revoked by another process is refused soon after", async () => {
  const { key, id } = await newKey(["events:write"]);
  expect((await post(event, {}, key)).status).toBe(202);
  await web.owner.query("UPDATE api_keys SET revoked_at = now() WHERE id = $1", [id]);
  const revokedAt = performance.now();
  let status = 0;
  do ({ status } = await post(event, {}, key));
  while (status === 202 && performance.now() - revokedAt < 5_000);
  expect(status).toBe(401);
});

test("K3: every call demands its own scope", async () => {
  const sub = "/v1/subscriptions/sub_00000000000000000000000000";
  const calls: [string, string, Scope][] = [
    ["POST", "/v1/events", "events:write"],
    ["POST", "/v1/events/batch", "events:write"],
    ["GET", "/v1/limits", "events:write"],
    ["GET", "/v1/events", "events:read"],
    ["GET", "/v1/events/evt_00000000000000000000000000", "events:read"],
    ["DELETE", "/v1/events/evt_00000000000000000000000000/payload", "events:erase"],
    ["POST", "/v1/event-types", "event_types:write"],
    ["PATCH", "/v1/event-types/a.b", "event_types:write"],
    ["GET", "/v1/event-types", "event_types:read"],
    ["GET", "/v1/event-types/a.b", "event_types:read"],
    ["POST", "/v1/subscriptions", "subscriptions:write"],
    ["GET", "/v1/subscriptions", "subscriptions:read"],
    ["GET", sub, "subscriptions:read"],
    ["PATCH", sub, "subscriptions:write"],
    ["DELETE", sub, "subscriptions:write"],
    ["POST", `${sub}/pause`, "subscriptions:write"],
    ["GET", `${sub}/deliveries`, "deliveries:read"],
    ["GET", "/v1/deliveries/dlv_00000000000000000000000000", "deliveries:read"],
    ["POST", "/v1/deliveries/dlv_00000000000000000000000000/replay", "replay:write"],
    ["POST", `${sub}/replay`, "replay:write"],
    ["POST", "/v1/jobs/job_00000000000000000000000000/cancel", "replay:write"],
    ["POST", "/v1/jobs/job_00000000000000000000000000/pause", "replay:write"],
    ["POST", "/v1/jobs/job_00000000000000000000000000/resume", "replay:write"],
  ];
  for (const [method, path, scope] of calls) {
    const without = await newKey(scopes.filter((other) => other !== scope));
    const refused = await call(web, method, path, { key: without.key });
    expect([method, path, refused.status, refused.json?.code]).toEqual([method, path, 403, "forbidden"]);
    const only = await newKey([scope]);
    expect([401, 403]).not.toContain((await call(web, method, path, { key: only.key, ...(method === "PATCH" && { body: {} }) })).status);
  }
});

test("K3: progress of a job is for keys that may replay and for those that may read deliveries, and for no others", async () => {
  const path = "/v1/jobs/job_00000000000000000000000000";
  for (const scope of ["replay:write", "deliveries:read"] as const) {
    expect((await call(web, "GET", path, { key: (await newKey([scope])).key })).status).toBe(404);
  }
  const refused = await call(web, "GET", path, { key: (await newKey(["events:write", "subscriptions:write"])).key });
  expect([refused.status, refused.json.detail]).toEqual([403, expect.stringContaining("replay:write or deliveries:read")]);
});

test("K2: a key in the URL is refused, also beside a valid header, and nowhere in the log", async () => {
  const { key } = await newKey(["events:write"]);
  for (const query of [`?api_key=${key}`, `?x=${key}`, `?token=abc`, `?X=Bearer%20${encodeURIComponent(key)}`]) {
    const refused = await call(web, "POST", `/v1/events${query}`, { key: tenant.apiKey, body: event });
    expect([refused.status, refused.json.code]).toEqual([400, "key_in_url"]);
    expect(refused.text).not.toContain(key);
  }
  expect(web.logged.join("")).not.toContain(key);
});

test("unknown paths are 404, known ones with another method 405 with Allow, and OPTIONS tells the methods", async () => {
  const key = tenant.apiKey;
  for (const path of ["/v1", "/v1/", "/v1/event", "/v1/events/", "/v1//events", "/v1/subscriptions/x/y/z", "/v1/constructor"]) {
    expect([path, (await call(web, "GET", path, { key })).status]).toEqual([path, 404]);
  }
  const wrong = await call(web, "DELETE", "/v1/events", { key });
  expect([wrong.status, wrong.json.code, wrong.headers.get("allow")]).toEqual([405, "method_not_allowed", "POST, GET, HEAD, OPTIONS"]);
  const options = await call(web, "OPTIONS", "/v1/subscriptions/sub_1", { key });
  expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, PATCH, DELETE, HEAD, OPTIONS"]);
});

test("HEAD is GET without a body", async () => {
  const head = await call(web, "HEAD", "/v1/subscriptions", { key: tenant.apiKey });
  expect([head.status, head.text, Number(head.headers.get("content-length")) > 0]).toEqual([200, "", true]);
});

test("unknown and repeated query parameters are refused by name", async () => {
  const ask = (path: string) => call(web, "GET", path, { key: tenant.apiKey });
  expect((await ask("/v1/subscriptions?page=2")).json).toMatchObject({ status: 400, code: "invalid_parameter", field: "page" });
  expect((await ask("/v1/subscriptions?limit=1&limit=2")).json).toMatchObject({ status: 400, code: "invalid_parameter", field: "limit" });
  expect((await ask("/v1/subscriptions?limit=251")).json).toMatchObject({ status: 400, field: "limit" });
  expect((await ask("/v1/subscriptions?limit=")).json).toMatchObject({ status: 400, field: "limit" });
  expect((await ask("/v1/subscriptions?cursor=nonsense")).json).toMatchObject({ status: 400, field: "cursor" });
  expect((await call(web, "POST", "/v1/events?dry_run=1", { key: tenant.apiKey, body: event })).json).toMatchObject({
    status: 400,
    field: "dry_run",
  });
});

test("problems are RFC 9457 documents with the request's id", async () => {
  const refused = await post('{"type":"a"');
  expect(refused.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
  expect(refused.headers.get("x-content-type-options")).toBe("nosniff");
  expect(refused.json).toEqual({
    type: `${web.container.publicUrl}/docs/errors#invalid_json`,
    title: expect.any(String),
    status: 400,
    code: "invalid_json",
    detail: "The text ends too early at line 1, column 12 (byte 11).",
    request_id: refused.headers.get("x-request-id"),
  });
});

test.each([
  ["no content type", undefined, undefined],
  ["text", "text/plain", undefined],
  ["a form", "application/x-www-form-urlencoded", undefined],
  ["another charset", "application/json; charset=iso-8859-1", undefined],
  ["gzip", "application/json", "gzip"],
  ["an unknown encoding", "application/json", "hooks"],
])("C27: %s is 415, whatever the body", async (_name, type, encoding) => {
  const body = gzipSync(Buffer.alloc(1_000_000));
  const reply = await rawRequest(
    web.port,
    [
      "POST /v1/events HTTP/1.1",
      "Host: x",
      `Authorization: Bearer ${tenant.apiKey}`,
      ...(type ? [`Content-Type: ${type}`] : []),
      ...(encoding ? [`Content-Encoding: ${encoding}`] : []),
      `Content-Length: ${body.length}`,
    ],
    [body],
  );
  expect([reply.status, reply.text]).toEqual([415, expect.stringContaining("unsupported_media_type")]);
});

test("application/json may name its charset and be spelled in any case", async () => {
  for (const type of ["application/json; charset=utf-8", "Application/JSON;charset=UTF-8", 'application/json; charset="utf-8"']) {
    expect((await post(JSON.stringify(event), { "content-type": type })).status).toBe(202);
  }
});

test.each([
  ["empty", ""],
  ["NaN", '{"type":"a","payload":NaN}'],
  ["a trailing comma", '{"type":"a","payload":1,}'],
  ["two objects", '{"type":"a","payload":1}{}'],
  ["a byte order mark", '\ufeff{"type":"a","payload":1}'],
  ["deep brackets", `{"type":"a","payload":${"[".repeat(100_000)}`],
  ["deep objects", `{"type":"a","payload":${'{"a":'.repeat(30_000)}`],
])("C32, C34: %s is 400 invalid_json, and the process lives on", async (_name, body) => {
  const refused = await post(body);
  expect([refused.status, refused.json.code]).toEqual([400, "invalid_json"]);
  expect((await post(event)).status).toBe(202);
});

test("C32: invalid UTF-8 is 400 with its place", async () => {
  const refused = await post(Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]));
  expect([refused.status, refused.json.code, refused.json.detail]).toEqual([400, "invalid_encoding", expect.stringContaining("(byte 6)")]);
});

const head = (...more: string[]) => ["POST /v1/events HTTP/1.1", "Host: x", "Content-Type: application/json", ...more];
const authorized = () => `Authorization: Bearer ${tenant.apiKey}`;

test("C27: a length beyond the limit is 413 before a byte of the body was sent", async () => {
  const reply = await rawRequest(web.port, head(authorized(), "Content-Length: 10000000"));
  expect([reply.status, reply.text]).toEqual([413, expect.stringContaining("request_too_large")]);
});

test("C27: a chunked body is cut at the limit: even one that never ends is answered 413", async () => {
  const chunk = `${(65_536).toString(16)}\r\n${"[".repeat(65_536)}\r\n`;
  const endless = (function* () {
    for (;;) yield chunk;
  })();
  const reply = await rawRequest(web.port, head(authorized(), "Transfer-Encoding: chunked"), endless);
  expect([reply.status, reply.text]).toEqual([413, expect.stringContaining("262144")]);
});

test("a client that sends too much reads its answer, and the connection takes the next request when the rest was sent", async () => {
  const large = await post(`"${"x".repeat(4_000_000)}"`);
  expect(large.status).toBe(413);
  expect((await post(event)).status).toBe(202);
});

test("a request that comes too slowly is ended with 408", async () => {
  const { headersTimeout, requestTimeout } = web.server;
  Object.assign(web.server, { headersTimeout: 100, requestTimeout: 200 });
  const reply = await rawRequest(web.port, head(authorized(), "Content-Length: 1000"), ["{"]);
  Object.assign(web.server, { headersTimeout, requestTimeout });
  expect([reply.status, requestTimeout]).toEqual([408, 30_000]);
});

test("C27: without a key not a byte of the body is asked for, and with one the limit is told before the body", async () => {
  const refused = await rawRequest(web.port, head("Content-Length: 1000", "Expect: 100-continue"));
  expect([refused.status, refused.text.includes("100 Continue")]).toEqual([401, false]);
  const tooLarge = await rawRequest(web.port, head(authorized(), "Content-Length: 10000000", "Expect: 100-continue"));
  expect([tooLarge.status, tooLarge.text.includes("100 Continue")]).toEqual([413, false]);
  const body = JSON.stringify(event);
  const taken = await rawRequest(web.port, head(authorized(), `Content-Length: ${body.length}`, "Expect: 100-continue"), [body]);
  expect([taken.status, taken.text.startsWith("HTTP/1.1 100 Continue")]).toEqual([202, true]);
});

test("a length that lies, two lengths, and a length beside chunks are refused by the connection", async () => {
  const body = JSON.stringify(event);
  for (const lines of [
    [`Content-Length: ${body.length}`, "Content-Length: 1"],
    [`Content-Length: ${body.length}`, "Transfer-Encoding: chunked"],
    ["Content-Length: -1"],
  ]) {
    expect((await rawRequest(web.port, head(authorized(), ...lines), [body])).status).toBe(400);
  }
});

test("headers beyond the limit are 431 and nothing of them is logged", async () => {
  const reply = await rawRequest(web.port, head(`X-Canary: ${"canary".repeat(5_000)}`));
  expect(reply.status).toBe(431);
  expect(web.logged.join("")).not.toContain("canary");
});

test("C60: keys and secrets are in no log line of this whole file", async () => {
  const made = await call(web, "POST", "/v1/subscriptions", {
    key: tenant.apiKey,
    body: { url: "http://127.0.0.1:9000/?token=canary-url", event_types: ["*"], custom_headers: { "x-canary": "canary-header" } },
  });
  await call(web, "POST", "/v1/subscriptions", {
    key: tenant.apiKey,
    body: { url: "http://127.0.0.1:9000/", event_types: ["*"], secret: "whsec_canary-secret" },
  });
  const log = web.logged.join("");
  for (const canary of [tenant.apiKey, made.json.secret, "canary-url", "canary-header", "canary-secret"]) expect(log).not.toContain(canary);
});

test("keys that were used are remembered as used", async () => {
  const { key, id } = await newKey(["events:write"]);
  await post(event, {}, key);
  expect(web.container.keys.takeUsed()).toContain(id);
});
