import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toCurl } from "./to-curl.ts";

/** A shell function in the place of curl prints its arguments, each ended by a NUL. */
const argumentsOf = (command: string): string[] =>
  execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }\n${command}`], { encoding: "utf8" })
    .split("\0")
    .slice(0, -1);

const text = fc.string({ unit: "grapheme", maxLength: 40 }).filter((value) => !value.includes("\0") && !value.includes("\r"));

test("a shell hands curl exactly the request's texts, whatever they hold", () => {
  fc.assert(
    fc.property(text, text, text, (url, value, body) => {
      expect(argumentsOf(toCurl({ url, headers: [["x-note", value]], body }))).toEqual([
        "-X",
        "POST",
        url,
        "-H",
        `x-note: ${value}`,
        "--data-raw",
        body,
      ]);
    }),
    { numRuns: 60, examples: [["$(id)", "`id`'; id; '", "@/etc/passwd\n'\\''"]] },
  );
});

test("headers that curl derives from what it sends are left to it", () => {
  const command = toCurl({
    url: "https://a.example",
    headers: [
      ["Host", "a"],
      ["Content-Length", "3"],
      ["webhook-id", "evt_1"],
    ],
    body: "{}",
  });
  expect(command).not.toMatch(/Host|Content-Length/);
  expect(command).toContain("webhook-id: evt_1");
});
