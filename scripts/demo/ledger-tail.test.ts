import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LedgerTail } from "./ledger-tail.ts";
import { liveCounters } from "./live-counters.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hooklane-tail-"));
  file = path.join(folder, "ledger.ndjson");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function tail() {
  const seen: number[] = [];
  return { seen, ledger: new LedgerTail<{ n: number }>(file, ({ n }) => seen.push(n)) };
}
const append = (...numbers: number[]) => appendFileSync(file, numbers.map((n) => `{"n":${n}}\n`).join(""));

test("every line is seen once, and a line that is still being written only when it is complete", () => {
  const { seen, ledger } = tail();
  ledger.read();
  append(1, 2);
  appendFileSync(file, '{"n"');
  ledger.read();
  ledger.read();
  expect(seen).toEqual([1, 2]);
  appendFileSync(file, ":3}\n");
  ledger.read();
  expect(seen).toEqual([1, 2, 3]);
});

test("a ledger larger than one read is seen whole", () => {
  const { seen, ledger } = tail();
  const numbers = Array.from({ length: 60_000 }, (_, n) => n);
  append(...numbers);
  ledger.read();
  expect(seen).toEqual(numbers);
});

test("a ledger that begins anew is read from its beginning", () => {
  const { seen, ledger } = tail();
  append(1, 2, 3);
  ledger.read();
  rmSync(file);
  append(4);
  ledger.read();
  expect(seen).toEqual([1, 2, 3, 4]);
});

test("trimming keeps a small ledger, empties a large one, and misses no line", () => {
  const { seen, ledger } = tail();
  append(1, 2, 3);
  ledger.read();
  ledger.trim(1_000);
  expect(statSync(file).size).toBeGreaterThan(0);
  append(4);
  ledger.trim(10);
  expect(statSync(file).size).toBe(0);
  append(5);
  ledger.read();
  expect(seen).toEqual([1, 2, 3, 4, 5]);
});

test("the live line counts accepted events, deliveries and errors from the two ledgers", () => {
  const producer = path.join(folder, "producer.ndjson");
  const counters = liveCounters({ producer, receivers: file }, false);
  expect(counters.text()).toBe("0 events accepted · 0 delivered");
  const outcome = (kind: string) => `${JSON.stringify({ clientId: "c", outcome: { kind } })}\n`;
  writeFileSync(producer, `{"intent":{}}\n${outcome("accepted").repeat(1_500)}${outcome("refused")}${outcome("unknown")}`);
  writeFileSync(file, [200, 204, 500, 401, 302].map((status) => `{"arrived":{}}\n${JSON.stringify({ sent: { status } })}\n`).join(""));
  expect(counters.text()).toBe("1,500 events accepted · 2 delivered · 3 answered with an error · 1 refused");
});
