import { expect, test } from "vitest";
import { parseArguments } from "./arguments.ts";

const known = ["FT1", "FT2"];

test("without arguments the short profile runs, for people", () => {
  expect(parseArguments([], known)).toEqual({
    ok: true,
    args: { profile: "ci", json: false, only: [], planted: false, output: undefined },
  });
});

test("profile, tests, output and planting are taken as given", () => {
  const argv = ["--profile", "full", "--json", "--only", "FT1", "--only", "FT2", "--output", "x.json", "--plant"];
  expect(parseArguments(argv, known)).toEqual({
    ok: true,
    args: { profile: "full", json: true, only: known, planted: true, output: "x.json" },
  });
});

test.each([
  [["--profile", "quick"], "no profile quick"],
  [["--only", "FT99"], "no fault test FT99; there are FT1, FT2"],
  [["--verbose"], "--verbose"],
])("%s is refused with what is wrong", (argv, problem) => {
  expect(parseArguments(argv, known)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
});
