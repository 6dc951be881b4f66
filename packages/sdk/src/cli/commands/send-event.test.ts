import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Answer, ReceivedRequest } from "@hooklane/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runInProcess } from "../../test-support/run-in-process.ts";
import { json, type StartedApi, startApi } from "../../test-support/start-api.ts";

let api: StartedApi;
let home: string;
let respond: (request: ReceivedRequest) => Answer;
beforeEach(async () => {
  home = mkdtempSync(path.join(tmpdir(), "hooklane-cli-"));
  respond = () => json(202, { event_id: "evt_1", deliveries: 2, shed: [] });
  api = await startApi((request) => respond(request));
});
afterEach(async () => {
  await api.server.stop();
  rmSync(home, { recursive: true });
});

const run = (words: string[], input?: string | Uint8Array) =>
  runInProcess(words, { HOOKLANE_URL: api.baseUrl, HOOKLANE_API_KEY: "hk_test" }, input);
const bodies = () => api.requests().map(({ body }) => body.toString());

test("sends the bytes of an argument, a file and the standard input exactly as they are", async () => {
  const payload = '{ "b":1.0,\n\t"a" : "ü🐴\\u0000", "a": 12345678901234567890 }\n';
  const file = path.join(home, "payload.json");
  writeFileSync(file, payload);
  const ways = [
    [["events", "send", "a.b", payload]],
    [["events", "send", "a.b", "-f", file]],
    [["events", "send", "a.b"], payload],
    [["events", "send", "a.b", "-"], payload],
  ];
  for (const [words, input] of ways as [string[], string?][]) {
    expect(await run([...words, "-k", "k"], input)).toEqual({ exitCode: 0, out: "evt_1 2 deliveries\n", err: "" });
  }
  expect(bodies()).toEqual(ways.map(() => `{"type":"a.b","idempotency_key":"k","payload":${payload}}`));
});

test("prints the API's own answer as JSON, and says which endpoints did not take it", async () => {
  respond = () => json(202, { event_id: "evt_1", deliveries: null, shed: ["sub_9"] });
  const { out, err } = await run(["events", "send", "a.b", "1", "--json"]);
  expect(JSON.parse(out)).toEqual({ event_id: "evt_1", deliveries: null, shed: ["sub_9"] });
  expect(err).toContain("sub_9");
});

test("sends nothing that is not JSON, and says what is wrong", async () => {
  expect(await run(["events", "send", "a.b", "{"])).toMatchObject({ exitCode: 1, err: expect.stringContaining("not one JSON value") });
  expect(await run(["events", "send", "a.b"], Buffer.from([0x22, 0xff, 0x22]))).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining("UTF-8"),
  });
  expect(await run(["events", "send", "a.b", "-f", "/nowhere"])).toMatchObject({ exitCode: 1, err: expect.stringContaining("/nowhere") });
  expect(await run(["events", "send", "a.b", "1", "-f", "x"])).toMatchObject({ exitCode: 2 });
  expect(bodies()).toEqual([]);
});

test("a refusal names its code, its field and the request; control characters of it are not sent to the terminal", async () => {
  respond = () => json(422, { code: "unprocessable", detail: "No\u001b[2J.", field: "type", request_id: "req_7" });
  const { exitCode, err } = await run(["events", "send", "a.b", "1"]);
  expect([exitCode, err]).toEqual([1, "hooklane events send: No\\x1b[2J. (422 unprocessable, field type, request req_7)\n"]);
});
