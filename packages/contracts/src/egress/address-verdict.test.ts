import { expect, test } from "vitest";
import { addressVerdict } from "./index.ts";

const REFUSED = [
  // IPv4: first and last address of every special block
  ...[
    "0.0.0.0",
    "0.255.255.255",
    "10.0.0.0",
    "10.255.255.255",
    "100.64.0.0",
    "100.127.255.255",
    "127.0.0.0",
    "127.0.0.1",
    "127.255.255.255",
  ],
  ...["169.254.0.0", "169.254.169.254", "169.254.255.255", "172.16.0.0", "172.31.255.255", "192.0.0.0", "192.0.0.192", "192.0.2.1"],
  ...["192.88.99.1", "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.1", "203.0.113.1"],
  ...["224.0.0.0", "239.255.255.255", "240.0.0.0", "255.255.255.255", "192.31.196.1", "192.52.193.1", "192.175.48.1", "168.63.129.16"],
  // IPv6
  ...["::", "::1", "fc00::", "fd00:ec2::254", "fdff:ffff::1", "fe80::1", "febf::1", "fec0::1", "ff02::1", "100::1", "5f00::1"],
  ...[
    "2001:db8::1",
    "3fff::1",
    "3fff:fff::1",
    "2001:2::1",
    "2001:10::1",
    "2001:20::1",
    "2001:30::1",
    "2620:4f:8000::1",
    "4000::1",
    "e000::1",
  ],
  // IPv4 inside IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo
  ...["::ffff:127.0.0.1", "::ffff:7f00:1", "0:0:0:0:0:ffff:7f00:1", "::ffff:a9fe:a9fe", "::FFFF:10.0.0.1", "::7f00:1", "::127.0.0.1"],
  ...["::8.8.8.8", "::ffff:0:8.8.8.8", "64:ff9b::a9fe:a9fe", "64:ff9b::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b:1::8.8.8.8"],
  ...["2002:7f00:1::", "2002:a9fe:a9fe::1", "2002:0808:0808::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001::1"],
];

const ACCEPTED = [
  ...["1.0.0.0", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0"],
  ...["169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0"],
  ...["223.255.255.255", "168.63.129.15", "168.63.129.17"],
  ...["2606:4700:4700::1111", "2a00:1450:4001:80e::200e", "2001:200::1", "2001:4860:4860::8888", "2003::1", "3ffe::1"],
  ...["::ffff:8.8.8.8", "64:ff9b::8.8.8.8"],
];

const NOT_ADDRESSES = [
  ...["", "localhost", "127.1", "0177.0.0.1", "0x7f.0.0.1", "2130706433", "127.0.0.1.", " 127.0.0.1", "127.0.0.1:80", "[::1]"],
  ...[
    "fe80::1%eth0",
    "::1%1",
    "2606:4700::1%0",
    "1.2.3.4.5",
    "256.1.1.1",
    "1::2::3",
    "12345::",
    "::ffff:127.1",
    "::ffff:0177.0.0.1",
    "::127.0.0.1:1",
    "8.8.8.8\n",
  ],
];

test.each(REFUSED)("%s is refused with a reason", (ip) => {
  const verdict = addressVerdict(ip, 443, []);
  expect(verdict).toEqual({ ok: false, why: expect.stringMatching(/^(is|belongs) /) });
});

test.each(ACCEPTED)("%s is globally routable", (ip) => {
  expect(addressVerdict(ip, 443, [])).toEqual({ ok: true });
});

test.each(NOT_ADDRESSES)("%j is not an address and refused", (ip) => {
  expect(addressVerdict(ip, 443, [])).toEqual({ ok: false, why: "is not a plain IP address" });
});

test("the reason names what a translated form carries", () => {
  expect(addressVerdict("64:ff9b::a9fe:a9fe", 80, [])).toMatchObject({ why: expect.stringContaining("link-local") });
  expect(addressVerdict("2002:7f00:1::", 80, [])).toMatchObject({ why: expect.stringContaining("loopback") });
  // 127.0.0.1 with flipped bits, as Teredo stores the client address
  expect(addressVerdict("2001:0:4136:e378:8000:63bf:80ff:fffe", 80, [])).toMatchObject({ why: expect.stringContaining("loopback") });
});
