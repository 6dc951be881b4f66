import { expect, test } from "vitest";
import { addressVerdict, parseAllowList } from "./index.ts";

function rulesOf(text: string) {
  const reading = parseAllowList(text);
  if (!reading.ok) throw new Error(reading.problems.join("; "));
  return reading.rules;
}

test("an empty setting opens nothing", () => {
  expect(parseAllowList("")).toEqual({ ok: true, rules: [] });
  expect(parseAllowList("  , ,")).toEqual({ ok: true, rules: [] });
});

test("an address rule opens exactly its port", () => {
  const allow = rulesOf("127.0.0.1:9000, [::1]:9001");
  expect(addressVerdict("127.0.0.1", 9000, allow).ok).toBe(true);
  expect(addressVerdict("127.0.0.1", 9001, allow).ok).toBe(false);
  expect(addressVerdict("127.0.0.2", 9000, allow).ok).toBe(false);
  expect(addressVerdict("::1", 9001, allow).ok).toBe(true);
  expect(addressVerdict("::1", 9000, allow).ok).toBe(false);
});

test("a network rule opens every port of its addresses and nothing beside it", () => {
  const allow = rulesOf("10.1.0.0/16,fd00::/8");
  expect(addressVerdict("10.1.255.255", 1, allow).ok).toBe(true);
  expect(addressVerdict("10.2.0.0", 1, allow).ok).toBe(false);
  expect(addressVerdict("fd12:3456::1", 65_535, allow).ok).toBe(true);
  expect(addressVerdict("fc00::1", 443, allow).ok).toBe(false);
});

test("a rule holds for the mapped spelling of its address, since both reach the same socket", () => {
  expect(addressVerdict("::ffff:127.0.0.1", 9000, rulesOf("127.0.0.1:9000")).ok).toBe(true);
  expect(addressVerdict("::ffff:7f00:1", 9000, rulesOf("127.0.0.1:9000")).ok).toBe(true);
  expect(addressVerdict("127.0.0.1", 9000, rulesOf("[::ffff:127.0.0.1]:9000")).ok).toBe(true);
});

test("a rule for an IPv4 address does not open forms that are translated on the way", () => {
  const allow = rulesOf("127.0.0.1:9000");
  for (const form of ["64:ff9b::7f00:1", "2002:7f00:1::", "::7f00:1", "::ffff:0:7f00:1"]) {
    expect(addressVerdict(form, 9000, allow), form).toMatchObject({ ok: false });
  }
});

test.each([
  ["10.0.0.1", "add a port"],
  ["::1", "add a port"],
  ["[::1]", "not an IP address"],
  ["::1:9000", "add a port"],
  ["[127.0.0.1]:9000", "not an IP address"],
  ["localhost:9000", "not an IP address"],
  ["localhost", "expected IP:port"],
  ["127.1:9000", "not an IP address"],
  ["0x7f.0.0.1:9000", "not an IP address"],
  ["127.0.0.1:0", "1 to 65535"],
  ["127.0.0.1:65536", "1 to 65535"],
  ["127.0.0.1:", "1 to 65535"],
  ["127.0.0.1:9e3", "1 to 65535"],
  ["10.0.0.0/33", "0 to 32"],
  ["10.0.0.0/", "0 to 32"],
  ["fd00::/129", "0 to 128"],
  ["::ffff:10.0.0.0/104", "IPv4 form"],
  ["10.1.2.3/8", "10.0.0.0/8"],
  ["fd00::1/8", "fd00::/8"],
  ["rx.example/8", "not an IP address"],
  ["fe80::1%eth0/64", "not an IP address"],
])("%s is refused with a hint", (entry, hint) => {
  const reading = parseAllowList(entry);
  expect(reading.ok).toBe(false);
  if (!reading.ok) expect(reading.problems.join()).toContain(hint);
});

test("every problem is reported at once", () => {
  const reading = parseAllowList("nonsense,127.0.0.1:9000,10.0.0.0/99");
  expect(reading).toMatchObject({ ok: false, problems: [expect.stringContaining("nonsense"), expect.stringContaining("10.0.0.0/99")] });
});
