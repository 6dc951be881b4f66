import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { readOpsEnv } from "./ops-env.ts";
import { type OpsHandlers, type OpsServer, startOpsServer } from "./ops-server.ts";

let server: OpsServer | undefined;
afterEach(() => server?.stop());

async function start(handlers: Partial<OpsHandlers> = {}): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const ok = { ok: true, checks: {} };
  server = await startOpsServer(
    { port: 0, host: "127.0.0.1" },
    { live: () => ok, ready: () => ok, metrics: async () => "a 1\n", ...handlers },
  );
  return (path, init) => fetch(`${server?.url}${path}`, init);
}

test("a probe answers 200 or 503 and says what is wrong", async () => {
  const get = await start({ ready: async () => ({ ok: false, checks: { clock: "off", listener: true } }) });
  expect((await get("/livez")).status).toBe(200);
  const ready = await get("/readyz");
  expect([ready.status, await ready.json()]).toEqual([503, { status: "failing", checks: { clock: "off", listener: true } }]);
  const metrics = await get("/metrics?x=1");
  expect([metrics.headers.get("content-type"), await metrics.text()]).toEqual(["text/plain; version=0.0.4; charset=utf-8", "a 1\n"]);
});

test("what fails while it is told answers 500 and leaves the process alone", async () => {
  const get = await start({ metrics: () => Promise.reject(new Error("no")) });
  expect([(await get("/metrics")).status, (await get("/livez")).status]).toEqual([500, 200]);
});

test("only GET and HEAD are answered, and only on the three paths", async () => {
  const get = await start();
  expect([(await get("/livez", { method: "POST", body: "x" })).status, (await get("/")).status]).toEqual([405, 404]);
});

test("a port that is taken is an error, not a server that nobody finds", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as { port: number };
  await expect(startOpsServer({ port, host: "127.0.0.1" }, {} as OpsHandlers)).rejects.toThrow("EADDRINUSE");
  other.close();
});

test("the port is off unless it is asked for, on the loopback address unless another is named", () => {
  expect(readOpsEnv({})).toEqual({ ok: true, ops: undefined });
  expect(readOpsEnv({ HOOKLANE_OPS_PORT: "off" })).toEqual({ ok: true, ops: undefined });
  expect(readOpsEnv({ HOOKLANE_OPS_PORT: "0" })).toEqual({ ok: true, ops: { port: 0, host: "127.0.0.1" } });
  expect(readOpsEnv({ HOOKLANE_OPS_PORT: "9464", HOOKLANE_OPS_HOST: "0.0.0.0" })).toEqual({
    ok: true,
    ops: { port: 9_464, host: "0.0.0.0" },
  });
  for (const text of ["70000", "-1", "x", "1e3"]) expect(readOpsEnv({ HOOKLANE_OPS_PORT: text }).ok).toBe(false);
});
