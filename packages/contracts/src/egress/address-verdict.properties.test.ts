import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { expect, test } from "vitest";
import { addressVerdict } from "./index.ts";

type Octets = [number, number, number, number];

const SPECIAL_V4 = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24"],
  ...["192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
];

const anyNumber = fc.integer({ min: 0, max: 0xffff_ffff });

const nonPublicV4: fc.Arbitrary<Octets> = fc.tuple(fc.constantFrom(...SPECIAL_V4), anyNumber).map(([cidr, noise]) => {
  const [network, bits] = ipaddr.IPv4.parseCIDR(cidr);
  const start = toNumber(network.octets as Octets);
  const hostMask = bits === 0 ? 0xffff_ffff : 2 ** (32 - bits) - 1;
  return toOctets((start + (noise & hostMask)) >>> 0);
});

function toNumber([a, b, c, d]: Octets): number {
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}

function toOctets(value: number): Octets {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

const words = (octets: readonly number[]): [number, number] => [
  ((octets[0] ?? 0) << 8) | (octets[1] ?? 0),
  ((octets[2] ?? 0) << 8) | (octets[3] ?? 0),
];

/** Every way an IPv4 address travels inside an IPv6 one; `noise` fills the parts that do not matter. */
const EMBEDDINGS: Record<string, (octets: Octets, noise: number) => number[]> = {
  mapped: (v4) => [0, 0, 0, 0, 0, 0xffff, ...words(v4)],
  compatible: (v4) => [0, 0, 0, 0, 0, 0, ...words(v4)],
  translated: (v4) => [0, 0, 0, 0, 0xffff, 0, ...words(v4)],
  nat64: (v4) => [0x64, 0xff9b, 0, 0, 0, 0, ...words(v4)],
  localNat64: (v4, noise) => [0x64, 0xff9b, 1, noise & 0xffff, 0, 0, ...words(v4)],
  sixToFour: (v4, noise) => [0x2002, ...words(v4), noise & 0xffff, 0, 0, 0, noise >>> 16],
  teredoClient: (v4, noise) => [0x2001, 0, noise >>> 16, noise & 0xffff, 0, 0, ...words(v4.map((octet) => octet ^ 0xff))],
  teredoServer: (v4, noise) => [0x2001, 0, ...words(v4), 0, 0, noise >>> 16, noise & 0xffff],
};

const port = fc.integer({ min: 1, max: 65_535 });

test("C01: a non-public IPv4 address is refused in every IPv6 form that can carry it, in every spelling", () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(EMBEDDINGS)), nonPublicV4, anyNumber, port, (form, v4, noise, port) => {
      const address = new ipaddr.IPv6(EMBEDDINGS[form]?.(v4, noise) ?? []);
      for (const spelling of [address.toString(), address.toNormalizedString(), address.toRFC5952String().toUpperCase()]) {
        expect(addressVerdict(spelling, port, []).ok, spelling).toBe(false);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("a non-public IPv4 address is refused at every port", () => {
  fc.assert(fc.property(nonPublicV4, port, (v4, port) => !addressVerdict(v4.join("."), port, []).ok));
});

test("IPv6 outside the global unicast block is refused, apart from forms that carry a public IPv4 address", () => {
  const part = fc.integer({ min: 0, max: 0xffff });
  fc.assert(
    fc.property(fc.array(part, { minLength: 8, maxLength: 8 }), port, (parts, port) => {
      const first = parts[0] ?? 0;
      fc.pre(first < 0x2000 || first > 0x3fff);
      fc.pre(!(first === 0 && parts[5] === 0xffff) && first !== 0x64);
      return !addressVerdict(new ipaddr.IPv6(parts).toString(), port, []).ok;
    }),
  );
});

test("the verdict never throws, whatever the text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), port, (text, port) => typeof addressVerdict(text, port, []).ok === "boolean"));
});
