import pg from "pg";
import { expect, test } from "vitest";
import { judgeFault } from "./database-fault.ts";

const sqlError = (code: string, more: object = {}): Error => Object.assign(new Error("refused"), { code, ...more });

test.each([
  ["22P05", "data"],
  ["22021", "data"],
  ["23505", "data"],
  ["23514", "data"],
  ["54000", "data"],
  ["P0001", "data"],
  ["57P01", "unavailable"],
  ["57P03", "unavailable"],
  ["57014", "unavailable"],
  ["53100", "unavailable"],
  ["53300", "unavailable"],
  ["25006", "unavailable"],
  ["3D000", "unavailable"],
  ["28P01", "unavailable"],
  ["40P01", "unavailable"],
  ["40001", "unavailable"],
  ["08006", "unavailable"],
  ["42P01", "other"],
  ["42601", "other"],
  ["XX000", "other"],
  ["ECONNREFUSED", "unavailable"],
  ["P1001", "unavailable"],
  ["P2024", "unavailable"],
  ["P2002", "other"],
] as const)("%s says: %s", (code, fault) => {
  expect(judgeFault(sqlError(code))).toBe(fault);
});

test("a missing partition, although reported as a violated check, is nobody's row's fault", () => {
  expect(judgeFault(sqlError("23514", { routine: "ExecFindPartition" }))).toBe("unavailable");
});

test("a fault is recognised inside what wraps it", () => {
  expect(judgeFault(new Error("wrapped", { cause: sqlError("ECONNRESET") }))).toBe("unavailable");
  expect(judgeFault(new AggregateError([sqlError("ECONNREFUSED"), sqlError("ECONNREFUSED")]))).toBe("unavailable");
  expect(judgeFault(new Error("wrapped", { cause: sqlError("23505") }))).toBe("data");
});

test("the driver's own errors, which have no code, are outages", async () => {
  const pool = new pg.Pool({ connectionString: "postgres://127.0.0.1:1/none", connectionTimeoutMillis: 500 });
  const refused: unknown = await pool.query("SELECT 1").catch((error: unknown) => error);
  await pool.end();
  const ended: unknown = await pool.query("SELECT 1").catch((error: unknown) => error);
  expect([judgeFault(refused), judgeFault(ended)]).toEqual(["unavailable", "unavailable"]);
  for (const text of [
    "Connection terminated unexpectedly",
    "timeout exceeded when trying to connect",
    "timeout expired",
    "Query read timeout",
  ]) {
    expect(judgeFault(new Error(text))).toBe("unavailable");
  }
});

test("anything else is a fault of ours", () => {
  for (const error of [undefined, null, "text", new TypeError("x is not a function"), {}]) expect(judgeFault(error)).toBe("other");
});
