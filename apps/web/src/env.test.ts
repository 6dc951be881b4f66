import { expect, test } from "vitest";
import { readEnv } from "./env.ts";

const good = {
  DATABASE_URL: "postgresql://user:canary@127.0.0.1/hooklane",
  AUTH_SECRET: "s".repeat(32),
  HOOKLANE_SECRET_KEYS: `1:${Buffer.alloc(32).toString("base64")}`,
};

test("what is not set has its default: port 3000, on the loopback address, https endpoints only", () => {
  const read = readEnv({ ...good, PORT: "", HOOKLANE_HOST: "" });
  expect(read).toMatchObject({
    ok: true,
    env: { port: 3_000, host: "127.0.0.1", publicUrl: "http://127.0.0.1:3000", allowHttp: false, allow: [], workers: 1, logLevel: "info" },
  });
});

test("what is set is taken", () => {
  const read = readEnv({
    ...good,
    PORT: "8080",
    HOOKLANE_HOST: "0.0.0.0",
    HOOKLANE_PUBLIC_URL: "https://hooks.example/",
    HOOKLANE_ALLOW_HTTP: "1",
    HOOKLANE_EGRESS_ALLOW: "127.0.0.1:9000",
    HOOKLANE_POLICY: '{"retry":{"window_ms":5000}}',
    HOOKLANE_WORKERS: "0",
  });
  expect(read).toMatchObject({
    env: {
      port: 8_080,
      host: "0.0.0.0",
      publicUrl: "https://hooks.example",
      allowHttp: true,
      workers: 0,
      policy: { retry: { window_ms: 5_000 } },
    },
  });
});

test("all problems are told at once, by variable and without a value", () => {
  const read = readEnv({
    DATABASE_URL: "mysql://canary",
    AUTH_SECRET: "canary",
    HOOKLANE_SECRET_KEYS: "1:canary",
    PORT: "canary",
    HOOKLANE_EGRESS_ALLOW: "10.0.0.0/33",
    HOOKLANE_POLICY: "{",
    HOOKLANE_PUBLIC_URL: "ftp://canary",
    HOOKLANE_WORKERS: "-1",
  });
  expect(read.ok).toBe(false);
  const problems = read.ok ? [] : read.problems;
  expect(problems.map((problem) => problem.split(":")[0]).sort()).toEqual([
    "AUTH_SECRET",
    "DATABASE_URL",
    "HOOKLANE_EGRESS_ALLOW",
    "HOOKLANE_POLICY",
    "HOOKLANE_PUBLIC_URL",
    "HOOKLANE_SECRET_KEYS",
    "HOOKLANE_WORKERS",
    "PORT",
  ]);
  expect(problems.join()).not.toContain("canary");
});

test("missing secrets are problems and have no default", () => {
  const read = readEnv({ DATABASE_URL: good.DATABASE_URL });
  expect(read.ok ? [] : read.problems.map((problem) => problem.split(":")[0])).toEqual(["AUTH_SECRET", "HOOKLANE_SECRET_KEYS"]);
});
