import { expect, test } from "vitest";
import { networkOf, parseTrustedProxies, readClientAddress, type TrustedProxies } from "./client-address.ts";

const trusting = (text: string): TrustedProxies => {
  const read = parseTrustedProxies(text);
  if (!read.ok) throw new Error(read.problems.join());
  return read.proxies;
};
const read = (socket: string, forwarded: string | undefined, proxies: string) =>
  readClientAddress(socket, forwarded === undefined ? {} : { "x-forwarded-for": forwarded }, trusting(proxies));

test.each([
  ["no proxy is trusted: the header is worth nothing", "198.51.100.1", "203.0.113.9", "", "198.51.100.1"],
  ["the socket is no trusted proxy", "198.51.100.1", "203.0.113.9", "10.0.0.0/8", "198.51.100.1"],
  ["a trusted proxy names its client", "10.0.0.1", "203.0.113.9", "10.0.0.0/8", "203.0.113.9"],
  ["what the client wrote itself comes before and is not believed", "10.0.0.1", "1.2.3.4, 203.0.113.9", "10.0.0.0/8", "203.0.113.9"],
  ["a chain of trusted proxies is walked through", "10.0.0.1", "1.2.3.4, 203.0.113.9, 10.0.0.2", "10.0.0.0/8", "203.0.113.9"],
  ["a proxy that sends no header is itself the client", "10.0.0.1", undefined, "10.0.0.1", "10.0.0.1"],
  ["nonsense in the header ends the walk", "10.0.0.1", "203.0.113.9, nonsense", "10.0.0.1", "10.0.0.1"],
  ["IPv4 in IPv6 is IPv4", "::ffff:10.0.0.1", "::ffff:203.0.113.9", "10.0.0.1", "203.0.113.9"],
  ["IPv6", "fd00::1", "2001:db8::9", "fd00::/8", "2001:db8::9"],
])("%s", (_, socket, forwarded, proxies, expected) => {
  expect(read(socket, forwarded, proxies)).toBe(expected);
});

test("every wrong entry of the list is named", () => {
  expect(parseTrustedProxies("10.0.0.1, proxy.example, 10.0.0.0/33, fd00::/129, 1.2.3.4/, /8, 10.0.0.0/8/9")).toMatchObject({
    ok: false,
    problems: ["proxy.example", "10.0.0.0/33", "fd00::/129", "1.2.3.4/", "/8", "10.0.0.0/8/9"].map((entry) =>
      expect.stringContaining(`"${entry}"`),
    ),
  });
  expect(parseTrustedProxies(" ").ok).toBe(true);
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("%s is limited as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
