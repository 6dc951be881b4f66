import { MAX_BATCH_BYTES, parsePublicId, scopes } from "@hooklane/contracts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, type Reply } from "../test-support/call.ts";
import { type Asked, type ContractWorld, contractCases } from "../test-support/contract-cases.ts";
import { DocumentChecker, type Operation } from "../test-support/document-checker.ts";
import { newKey } from "../test-support/new-key.ts";
import { type StartedWeb, startWeb } from "../test-support/start-web.ts";
import { writeAttempt } from "../test-support/write-attempt.ts";
import { buildDocument } from "./openapi/build-document.ts";
import { openRoutes, routes } from "./routes.ts";

// The names of the tests come from the same table; what is checked against is what the product serves
const operations = new DocumentChecker(buildDocument([...routes, ...openRoutes], "http://127.0.0.1")).operations;
const named = operations.map((operation) => [operation.operationId, operation] as const);

let web: StartedWeb;
let world: ContractWorld;
let checker: DocumentChecker;

beforeAll(async () => {
  web = await startWeb();
  const { apiKey: key } = await web.newTenant();
  const newSubscription = async (): Promise<string> =>
    (await call(web, "POST", "/v1/subscriptions", { key, body: { url: "http://127.0.0.1:9/", event_types: ["order.*"] } })).json.id;
  const subscriptionId = await newSubscription();
  const event = await call(web, "POST", "/v1/events", { key, body: { type: "order.paid", payload: { n: 1 } } });
  const log = await call(web, "GET", `/v1/subscriptions/${subscriptionId}/deliveries`, { key });
  const deliveryId = log.json.data[0].id;
  await writeAttempt(web, parsePublicId("delivery", deliveryId) as string, 1);
  await writeAttempt(web, parsePublicId("delivery", deliveryId) as string, 2, {
    status: null,
    response_headers: null,
    response_body: null,
    dns_ms: 3,
    remote_address: "192.0.2.1",
    error: "connect ECONNREFUSED",
  });
  world = { web, key, newSubscription, subscriptionId, eventId: event.json.event_id, deliveryId };
  checker = new DocumentChecker((await call(web, "GET", "/v1/openapi.json")).json);
});
afterAll(() => web.stop());

/** Makes the call, and holds what is answered against the document. */
async function ask(operation: Operation, { id = "", query = "", body, headers }: Asked, key: string | null = world.key): Promise<Reply> {
  const path = `${operation.path.replace(/\{\w+\}/, id)}${query}`;
  const reply = await call(web, operation.method, path, {
    ...(key !== null && { key }),
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
  });
  expect([operation.operationId, reply.status, checker.faultsOf(operation, reply)]).toEqual([operation.operationId, reply.status, []]);
  return reply;
}

/** A call that is done, as the table has it. */
const goodOf = async ({ operationId }: Operation): Promise<Asked> => (await contractCases[operationId]?.good[0]?.(world)) ?? {};

test("every operation has a case that is done, and no case is left over", () => {
  expect(Object.keys(contractCases).sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
  for (const { good } of Object.values(contractCases)) expect(good.length).toBeGreaterThan(0);
});

test("the document that is served needs no key and is the one that the table of routes makes", async () => {
  const served = await call(web, "GET", "/v1/openapi.json");
  expect(served.json).toEqual(JSON.parse(JSON.stringify(buildDocument([...routes, ...openRoutes], web.container.publicUrl))));
  expect(served.headers.get("access-control-allow-origin")).toBe("*");
});

describe.each(named)("%s", (id, operation) => {
  test("answers a call that it does as the document says, and takes what the document says", async () => {
    const documented = new Set(Object.keys(operation.responses).filter((status) => status.startsWith("2")));
    for (const asked of contractCases[id]?.good ?? []) {
      const input = await asked(world);
      if (input.body !== undefined) expect(checker.faultsOfBody(operation, input.body)).toEqual([]);
      expect(documented).toContain(String((await ask(operation, input)).status));
    }
  });

  test("refuses what is wrong in its own way with a problem of the document", async () => {
    for (const { asked, code, field } of contractCases[id]?.bad ?? []) {
      const { json } = await ask(operation, await asked(world));
      expect([json.code, json.field]).toEqual([code, field]);
    }
  });

  test("takes no query parameter that the document does not name, and says which", async () => {
    const { json } = await ask(operation, { ...(await goodOf(operation)), query: "?colour=blue" });
    expect(json).toMatchObject({ code: "invalid_parameter", field: "colour" });
  });

  test.runIf(operation.security.length > 0)("asks for a key, and for its scope", async () => {
    const input = await goodOf(operation);
    expect((await ask(operation, input, null)).json.code).toBe("unauthorized");
    const wanted = operation.security.flatMap(({ apiKey = [] }) => apiKey);
    const without = await newKey(
      web,
      world.key,
      scopes.filter((scope) => !wanted.includes(scope)),
    );
    expect((await ask(operation, input, without)).json.code).toBe("forbidden");
  });

  test.runIf(operation.path.includes("{"))("finds nothing under an id that is nobody's", async () => {
    expect((await ask(operation, { ...(await goodOf(operation)), id: "nonsense" })).json.code).toBe("not_found");
  });

  test.runIf(operation.method !== "GET")("takes no member that the document does not name, and says which", async () => {
    const { body = {}, ...rest } = await goodOf(operation);
    const { json } = await ask(operation, { ...rest, body: { ...(body as object), colour: "blue" } });
    expect(json).toMatchObject({ code: "unprocessable", field: "colour" });
  });

  test.runIf(operation.method !== "GET")("takes nothing but JSON of a bounded size", async () => {
    const { body: _, ...rest } = await goodOf(operation);
    const send = (body: string | Uint8Array, headers?: Record<string, string>) =>
      ask(operation, { ...rest, body, ...(headers && { headers }) });
    expect((await send("{}", { "content-type": "text/plain" })).json.code).toBe("unsupported_media_type");
    expect((await send('{"a":')).json.code).toBe("invalid_json");
    expect((await send(Buffer.from([0x7b, 0xff]))).json.code).toBe("invalid_encoding");
    const tooLong = id === "acceptBatch" ? MAX_BATCH_BYTES : 400_000;
    expect((await send(`"${"x".repeat(tooLong)}"`)).json.code).toBe("request_too_large");
  });
});

test("a request's own id comes back in the header and in the problem, and one that is not fit for a log line does not", async () => {
  const asked = (id: string) => call(web, "GET", "/v1/nowhere", { headers: { "x-request-id": id } });
  const kept = await asked("My-request_1.2");
  expect([kept.headers.get("x-request-id"), kept.json.request_id]).toEqual(["My-request_1.2", "My-request_1.2"]);
  for (const id of ["a b", "ü", "x".repeat(65), "a\tb", "<script>", '"']) {
    expect((await asked(id)).headers.get("x-request-id")).toMatch(/^req_\w+$/);
  }
});

test("404, 405 and 415 are problems whose type leads to the catalogue, and 405 says what is allowed", async () => {
  const wrongMethod = await call(web, "PATCH", "/v1/subscriptions", { key: world.key });
  expect(wrongMethod.headers.get("allow")).toBe("POST, GET, HEAD, OPTIONS");
  for (const reply of [wrongMethod, await call(web, "GET", "/v1/nowhere")]) {
    expect(reply.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(reply.json.type).toBe(`${web.container.publicUrl}/docs/errors#${reply.json.code}`);
  }
});
