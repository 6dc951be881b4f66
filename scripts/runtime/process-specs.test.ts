import { expect, test } from "vitest";
import { processSpecs, workerId } from "./process-specs.ts";

const settings = { port: 4000, workers: 2, publicUrl: "http://127.0.0.1:4000", dataFolder: "/data", opsPort: 0 };
const secrets = { authSecret: "a", secretKeys: "1:k", installationId: "i" };
const urls = { appUrl: "postgresql://app", ownerUrl: "postgresql://owner" };

test("there is one web process and as many workers as asked for, each with an id of its own that a restart keeps", () => {
  const specs = processSpecs(settings, secrets, urls, {});
  expect(specs.map((s) => s.name)).toEqual(["web", "worker-1", "worker-2"]);
  const ids = specs.slice(1).map((s) => s.env.HOOKLANE_WORKER_ID);
  expect(new Set(ids).size).toBe(2);
  expect(processSpecs(settings, secrets, urls, {}).map((s) => s.env.HOOKLANE_WORKER_ID)).toEqual([undefined, ...ids]);
});

test("operator ports follow each other from the one that was chosen, are any free ones by default, or are off", () => {
  const portsFrom = (opsPort: number | undefined) =>
    processSpecs({ ...settings, opsPort }, secrets, urls, {}).map(({ env }) => env.HOOKLANE_OPS_PORT);
  expect(portsFrom(9464)).toEqual(["9464", "9465", "9466"]);
  expect(portsFrom(0)).toEqual(["0", "0", "0"]);
  expect(portsFrom(undefined)).toEqual(["off", "off", "off"]);
});

test("worker ids are UUIDs and differ between slots, data folders and machines", () => {
  const ids = [workerId("a", 1, "m"), workerId("a", 2, "m"), workerId("b", 1, "m"), workerId("a", 1, "n")];
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("every process gets the application's database, the secrets and production mode, and extra variables win over the environment", () => {
  process.env.HOOKLANE_EGRESS_ALLOW = "10.0.0.0/8";
  try {
    for (const { env } of processSpecs(settings, secrets, urls, { HOOKLANE_EGRESS_ALLOW: "127.0.0.1:9000" })) {
      expect(env).toMatchObject({
        NODE_ENV: "production",
        PORT: "4000",
        DATABASE_URL: "postgresql://app",
        AUTH_SECRET: "a",
        HOOKLANE_SECRET_KEYS: "1:k",
        HOOKLANE_EGRESS_ALLOW: "127.0.0.1:9000",
      });
    }
  } finally {
    delete process.env.HOOKLANE_EGRESS_ALLOW;
  }
});
