import { expect, test } from "vitest";
import { filterLimits, passesFilter, readFilter } from "./filter.ts";

const passes = (filter: unknown, payload: unknown): boolean => {
  const read = readFilter(filter);
  if (!read.ok) throw new Error(`${read.path}: ${read.problem}`);
  return passesFilter(read.filter, payload);
};

const payload = {
  zone: { id: "z-7", level: 3, tags: ["home", "gated"] },
  speed_kmh: 41.5,
  driver: null,
  "odd.name": { "a/b": true },
  list: [{ n: 1 }, { n: 2 }],
};

test.each([
  [{}, true],
  [{ "zone.id": "z-7" }, true],
  [{ zone: { id: "z-7", level: 3 } }, true],
  [{ zone: { id: "z-7", level: 4 } }, false],
  [{ "zone.id": { $ne: "z-7" } }, false],
  [{ "zone.color": { $ne: "red" } }, true],
  [{ "zone.id": { $in: ["z-1", "z-7"] } }, true],
  [{ "zone.id": { $in: ["z-1"] } }, false],
  [{ speed_kmh: { $gt: 41, $lte: 41.5 } }, true],
  [{ speed_kmh: { $lt: 41.5 } }, false],
  [{ speed_kmh: { $gte: "41" } }, false],
  [{ "zone.id": { $gte: "z-6", $lt: "z-8" } }, true],
  [{ missing: { $lt: 1 } }, false],
  [{ driver: { $exists: true } }, true],
  [{ driver: null }, true],
  [{ missing: null }, false],
  [{ missing: { $exists: false } }, true],
  [{ "zone.id": { $prefix: "z-" } }, true],
  [{ speed_kmh: { $prefix: "4" } }, false],
  [{ $or: [{ "zone.level": 9 }, { speed_kmh: { $gt: 40 } }] }, true],
  [{ $and: [{ "zone.level": 3 }, { speed_kmh: { $gt: 50 } }] }, false],
  [{ $not: { "zone.level": 3 } }, false],
  [{ "zone.level": { $not: { $gt: 3 } } }, true],
  [{ "zone.level": { $or: [{ $eq: 1 }, { $eq: 3 }] } }, true],
  [{ "zone.tags": ["home", "gated"] }, true],
  [{ "zone.tags.1": "gated" }, true],
  [{ "zone.tags.length": 2 }, false],
  [{ "list.1.n": 2 }, true],
  [{ "/odd.name/a~1b": true }, true],
  [{ "odd.name": { $exists: false } }, true],
  [{ zone: { $eq: { tags: ["home", "gated"], level: 3, id: "z-7" } } }, true],
])("%j on the sample payload is %s", (filter, expected) => {
  expect(passes(filter, payload)).toBe(expected);
});

test("C32: any JSON value may be filtered: scalars have no members, and inherited names are none", () => {
  for (const odd of [null, true, 0, "", "x", [], [[]], {}]) {
    expect(passes({ a: 1 }, odd)).toBe(false);
    expect(passes({ a: { $exists: false } }, odd)).toBe(true);
    expect(passes({ "constructor.name": { $exists: true } }, odd)).toBe(false);
    expect(passes({ "__proto__.x": { $exists: true } }, odd)).toBe(false);
  }
  expect(passes({ $prefix: "a" }, "abc")).toBe(true);
  expect(passes({ __proto__x: 1, $exists: true }, JSON.parse('{"__proto__x":1}'))).toBe(true);
});

test.each([
  [null, "", "a filter is an object"],
  [[], "", "a filter is an object"],
  ["x", "", "a filter is an object"],
  [{ a: { $equal: 1 } }, "a.$equal", "there is no such condition"],
  [{ a: { b: { $in: [] } } }, "a.b.$in", "expected a list that is not empty"],
  [{ $or: {} }, "$or", "expected a list that is not empty"],
  [{ $or: [{ a: 1 }, 2] }, "$or.1", "expected an object of conditions"],
  [{ a: { $not: 1 } }, "a.$not", "expected an object of conditions"],
  [{ a: { $gt: null } }, "a.$gt", "expected a number or a text"],
  [{ a: { $lt: Number.NaN } }, "a.$lt", "expected a number or a text"],
  [{ a: { $exists: 1 } }, "a.$exists", "expected true or false"],
  [{ a: { $prefix: 1 } }, "a.$prefix", "expected a text"],
  [{ "a..b": 1 }, "a..b", "expected names joined by dots, or a JSON Pointer that begins with /"],
  [{ "/a~2": 1 }, "/a~2", "expected names joined by dots, or a JSON Pointer that begins with /"],
  [{ "": 1 }, "", "expected names joined by dots, or a JSON Pointer that begins with /"],
  [{ a: {} }, "a", "an empty object says nothing; compare with {} by $eq"],
  [{ a: undefined }, "a", "expected a JSON value"],
  [{ a: Number.POSITIVE_INFINITY }, "a", "expected a JSON value"],
])("%j is refused with the path of the fault", (filter, path, problem) => {
  expect(readFilter(filter)).toEqual({ ok: false, path, problem });
});

test("a filter is bounded in depth, conditions, path and size", () => {
  const nested = (depth: number): unknown => (depth === 0 ? { $eq: 1 } : { $not: nested(depth - 1) });
  expect(readFilter(nested(filterLimits.depth - 1)).ok).toBe(true);
  expect(readFilter(nested(filterLimits.depth))).toMatchObject({ ok: false, problem: expect.stringContaining("nested") });
  expect(readFilter({ a: { $in: Array.from({ length: 199 }, (_, i) => i) } })).toMatchObject({ ok: false });
  expect(readFilter({ a: { $in: Array.from({ length: 190 }, (_, i) => i) } }).ok).toBe(true);
  expect(readFilter({ [Array(17).fill("a").join(".")]: 1 })).toMatchObject({ ok: false, problem: expect.stringContaining("path") });
  expect(readFilter({ a: "x".repeat(9_000) })).toMatchObject({ ok: false, path: "", problem: expect.stringContaining("characters") });
  const deep = JSON.parse(`{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`);
  expect(readFilter(deep)).toMatchObject({ ok: false });
});
