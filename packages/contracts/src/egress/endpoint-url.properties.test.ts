import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_ENDPOINT_URL_LENGTH, parseEndpointUrl } from "./index.ts";

const rules = { allowHttp: true, allow: [] };

const urlLike = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: false }),
  fc.webUrl({ withQueryParameters: true, authoritySettings: { withPort: true, withIPv4: true, withIPv4Extended: true, withIPv6: true } }),
  fc.string({ unit: "binary", maxLength: 40 }).map((text) => `https://${text}`),
  fc.string({ unit: "grapheme-ascii", maxLength: 40 }).map((text) => `https://rx.example/${text}`),
);

test("what was accepted is canonical: reading it again changes nothing", () => {
  fc.assert(
    fc.property(urlLike, (raw) => {
      const first = parseEndpointUrl(raw, rules);
      fc.pre(first.ok);
      if (first.ok) expect(parseEndpointUrl(first.url, rules)).toEqual(first);
    }),
    { numRuns: 1_000 },
  );
});

test("what was accepted has an explicit port, a lower-case host, a rooted path and a bounded length", () => {
  fc.assert(
    fc.property(urlLike, (raw) => {
      const reading = parseEndpointUrl(raw, rules);
      fc.pre(reading.ok);
      if (!reading.ok) return;
      expect(reading.authority).toBe(reading.authority.toLowerCase());
      expect(reading.authority.endsWith(`:${reading.port}`)).toBe(true);
      expect(reading.path.startsWith("/")).toBe(true);
      expect(/^[\x21-\x7e]+$/.test(reading.url)).toBe(true);
      expect(reading.url.length).toBeLessThanOrEqual(MAX_ENDPOINT_URL_LENGTH);
    }),
    { numRuns: 1_000 },
  );
});

test("path and query bytes survive when they are already encoded", () => {
  const segment = fc.stringMatching(/^(?:[A-Za-z0-9_~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2}){1,12}$/);
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 5 }), segment, (segments, query) => {
      fc.pre(!segments.some((part) => /^(?:\.|%2e){1,2}$/i.test(part)) && !query.includes("'"));
      const path = `/${segments.join("/")}?${query}`;
      expect(parseEndpointUrl(`https://rx.example${path}`, rules)).toMatchObject({ ok: true, path, url: `https://rx.example${path}` });
    }),
  );
});

test("any text gets an answer, never an exception", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 3_000 }), (raw) => typeof parseEndpointUrl(raw, rules).ok === "boolean"));
});
