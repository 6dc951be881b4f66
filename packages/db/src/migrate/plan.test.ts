import { expect, test } from "vitest";
import { planMigrations } from "./plan.ts";

const migration = (name: string, checksum = name) => ({ name, checksum, sql: "SELECT 1" });
const row = (name: string, { checksum = name, finished = true } = {}) => ({ name, checksum, finished });
const files = [migration("1_first"), migration("2_second"), migration("3_third")];

test("what is not applied is planned in the order of names", () => {
  expect(planMigrations(files, [row("2_second")]).map(({ name }) => name)).toEqual(["1_first", "3_third"]);
});

test("nothing is planned when everything is applied", () => {
  expect(
    planMigrations(
      files,
      files.map(({ name }) => row(name)),
    ),
  ).toEqual([]);
});

test.each([
  { contradiction: "an unfinished migration", rows: [row("1_first", { finished: false })], code: "failed_before", names: "1_first" },
  { contradiction: "an edited migration", rows: [row("1_first", { checksum: "other" })], code: "edited", names: "1_first" },
  {
    contradiction: "a migration that the folder lacks",
    rows: [row("1_first"), row("4_newer")],
    code: "unknown_migration",
    names: "4_newer",
  },
])("$contradiction refuses the whole run and is named", ({ rows, code, names }) => {
  expect(() => planMigrations(files, rows)).toThrow(expect.objectContaining({ code, message: expect.stringContaining(names) }));
});
