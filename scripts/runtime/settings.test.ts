import { expect, test } from "vitest";
import { readSettings, root } from "./settings.ts";

test("without variables the product runs on port 3000, with one worker, on .data in the repository and its own database", () => {
  expect(readSettings({})).toEqual({
    ok: true,
    settings: { port: 3000, workers: 1, publicUrl: "http://127.0.0.1:3000", dataFolder: `${root}/.data`, opsPort: 0 },
  });
});

test("variables are taken as they are given, a relative data folder from where the command was called", () => {
  const env = {
    PORT: "8080",
    HOOKLANE_WORKERS: "4",
    HOOKLANE_DATA_DIR: "elsewhere",
    HOOKLANE_PUBLIC_URL: "https://hooks.example.com/",
    DATABASE_URL: "postgres://u:p@db/hooklane",
    HOOKLANE_OPS_PORT: "9464",
  };
  expect(readSettings(env)).toEqual({
    ok: true,
    settings: {
      port: 8080,
      workers: 4,
      publicUrl: "https://hooks.example.com",
      dataFolder: `${process.cwd()}/elsewhere`,
      databaseUrl: "postgres://u:p@db/hooklane",
      opsPort: 9464,
    },
  });
  expect(readSettings({ HOOKLANE_OPS_PORT: "off" })).toMatchObject({ ok: true, settings: { opsPort: undefined } });
});

test("all problems are named at once, and none repeats a password", () => {
  const result = readSettings({
    PORT: "0",
    HOOKLANE_WORKERS: "1.5",
    HOOKLANE_PUBLIC_URL: "ftp://x",
    DATABASE_URL: "mysql://u:hunter2@db/x",
  });
  const problems = result.ok ? [] : result.problems;
  expect(problems.map((p) => p.split(" ")[0])).toEqual(["PORT", "HOOKLANE_WORKERS", "HOOKLANE_PUBLIC_URL", "DATABASE_URL"]);
  expect(problems.join()).not.toContain("hunter2");
});

test.each(["65536", "-1", "1e3", "0x10", " 80", "abc"])("PORT=%s is refused", (PORT) => {
  expect(readSettings({ PORT }).ok).toBe(false);
});
