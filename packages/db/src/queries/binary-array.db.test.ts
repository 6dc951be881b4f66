import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { binaryArray } from "./binary-array.ts";

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.appUrl, max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const read = async (type: "bytea" | "text", array: Buffer): Promise<unknown[]> =>
  (await pool.query(`SELECT x FROM unnest($1::${type}[]) WITH ORDINALITY AS a(x, i) ORDER BY i`, [array])).rows.map(({ x }) => x);

test("bytes of any value and NULLs arrive as they are, none at all too", () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.option(fc.uint8Array({ maxLength: 300 }).map(Buffer.from))), async (values) => {
      expect(await read("bytea", binaryArray("bytea", values))).toEqual(values);
    }),
    { numRuns: 50 },
  ));

test("text with quotes, braces, backslashes, the word NULL and characters of every length arrives as it is", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("NULL", "", '{"\\,}')))),
      async (values) => {
        const storable = values.map((value) => (value === null ? null : value.replaceAll("\0", "").toWellFormed()));
        expect(await read("text", binaryArray("text", storable))).toEqual(storable);
      },
    ),
    { numRuns: 50 },
  ));

test("text that the database cannot hold is refused as a fault of the content", async () => {
  await expect(read("text", binaryArray("text", ["a\0b"]))).rejects.toMatchObject({ code: "22021" });
});
