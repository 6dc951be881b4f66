import { expect, test } from "vitest";
import { parseArguments } from "./arguments.ts";

function argsOf(...argv: string[]) {
  const parsed = parseArguments(argv);
  return parsed.ok ? parsed.args : parsed.problem;
}

test("without arguments everything is played, with 500 random worlds", () => {
  expect(argsOf()).toEqual({ json: false, docs: false, seeds: 500, from: 1, trace: undefined, only: [] });
});

test("one scenario alone plays no random world unless they are asked for", () => {
  expect(argsOf("--only", "jitter")).toMatchObject({ only: ["jitter"], seeds: 0 });
  expect(argsOf("--only", "jitter", "--seeds", "20", "--from", "7")).toMatchObject({ seeds: 20, from: 7 });
});

test("what is not understood is named", () => {
  expect(argsOf("--seeds", "many")).toBe("--seeds must be a whole number, not many");
  expect(argsOf("--seed", "1")).toContain("--seed");
});
