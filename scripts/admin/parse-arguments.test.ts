import { expect, test } from "vitest";
import type { AdminCommand } from "./command.ts";
import { parseArguments, usageOf } from "./parse-arguments.ts";

const command: AdminCommand = {
  usage: "--name N --email E",
  does: "makes a tenant",
  options: ["name", "email"],
  run: async () => ({ ok: true, result: {} }),
};
const commands = { "create-tenant": command };

test("a command gets its options, and --json wherever it stands", () => {
  const expected = { ok: true, name: "create-tenant", values: { name: "A B", email: "a@b.c" }, json: true };
  expect(parseArguments(["create-tenant", "--name", "A B", "--json", "--email=a@b.c"], commands)).toEqual(expected);
});

test.each([
  [[], "Which command?"],
  [["--json"], "Which command?"],
  [["drop-tenant"], "There is no command drop-tenant"],
  [["constructor"], "There is no command constructor"],
  [["create-tenant", "--name", "A"], "create-tenant needs --email"],
  [["create-tenant", "--name", " ", "--email", ""], "create-tenant needs --name, --email"],
  [["create-tenant", "--name", "A", "--email", "a@b.c", "--plan", "x"], expect.stringContaining("--plan")],
  [["create-tenant", "--name", "A", "--email", "a@b.c", "more"], expect.stringContaining("more")],
])("%j is refused with the reason", (args, problem) => {
  expect(parseArguments(args, commands)).toEqual({ ok: false, problem });
});

test("an argument that stands by itself is taken once, beside --json", () => {
  const explain = { explain: { ...command, options: [], argument: "delivery" } };
  const expected = { ok: true, name: "explain", values: { delivery: "dlv_1" }, json: true };
  expect(parseArguments(["explain", "dlv_1", "--json"], explain)).toEqual(expected);
  for (const args of [["explain"], ["explain", " "], ["explain", "dlv_1", "dlv_2"]])
    expect(parseArguments(args, explain)).toEqual({ ok: false, problem: "explain needs one delivery" });
});

test("the usage lists every command", () => {
  expect(usageOf(commands)).toContain("create-tenant --name N --email E");
});
