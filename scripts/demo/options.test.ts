import { expect, test } from "vitest";
import { parseDemoOptions } from "./options.ts";

test("without options the demo runs at 20 events per second until it is ended", () => {
  expect(parseDemoOptions([])).toEqual({ ok: true, options: { json: false, rate: 20, without: [] } });
});

test("options are taken as given", () => {
  const args = ["--seconds", "60", "--json", "--rate=5.5", "--without", "black_hole", "--without", "slow"];
  expect(parseDemoOptions(args)).toEqual({ ok: true, options: { seconds: 60, json: true, rate: 5.5, without: ["black_hole", "slow"] } });
});

test.each([
  ["--seconds", "0"],
  ["--seconds", "soon"],
  ["--rate", "-1"],
  ["--rate", "NaN"],
  ["--json"],
  ["--without", "healthy"],
  ["--frobnicate"],
  ["60"],
])("%s %s is refused with the reason", (...args) => {
  expect(parseDemoOptions(args)).toEqual({ ok: false, problem: expect.stringMatching(/--|60/) });
});
