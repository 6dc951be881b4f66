import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { passesFilter, readFilter } from "./filter.ts";

const name = fc.constantFrom("a", "b", "0", "length", "__proto__");
const scalar = fc.oneof(fc.constantFrom(null, true, false, 0, 1, -1.5, "", "a", "ab"), fc.integer({ min: -2, max: 2 }));
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("json"), { maxLength: 3 }),
    fc.array(fc.tuple(name, tie("json")), { maxLength: 3 }).map((entries) => parsed(Object.fromEntries(entries))),
  ),
}));
const parsed = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const path = fc
  .array(
    name.filter((one) => one !== "__proto__"),
    { minLength: 1, maxLength: 2 },
  )
  .map((names) => names.join("."));

const { node } = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    json.map((value) => ({ $eq: value })),
    json.map((value) => ({ $ne: value })),
    fc.array(json, { minLength: 1, maxLength: 3 }).map((values) => ({ $in: values })),
    fc
      .tuple(fc.constantFrom("$gt", "$gte", "$lt", "$lte"), fc.oneof(fc.integer({ min: -2, max: 2 }), fc.constantFrom("", "a", "b")))
      .map((pair) => Object.fromEntries([pair])),
    fc.boolean().map((wanted) => ({ $exists: wanted })),
    fc.constantFrom("", "a", "ab").map((text) => ({ $prefix: text })),
    fc
      .tuple(fc.constantFrom("$or", "$and"), fc.array(tie("node"), { minLength: 1, maxLength: 3 }))
      .map((pair) => Object.fromEntries([pair])),
    tie("node").map((inner) => ({ $not: inner })),
    fc.tuple(path, fc.oneof(tie("node"), scalar)).map((pair) => Object.fromEntries([pair])),
    fc.tuple(tie("node"), tie("node")).map(([one, other]) => ({ ...(one as object), ...(other as object) })),
  ),
}));

/** The same rules once more, written for reading and not for speed. */
function naive(filter: unknown, value: unknown): boolean {
  if (typeof filter !== "object" || filter === null || Array.isArray(filter)) return isDeepStrictEqual(value, filter);
  return Object.entries(filter).every(([key, operand]) => {
    switch (key) {
      case "$eq":
        return value !== undefined && isDeepStrictEqual(value, operand);
      case "$ne":
        return value === undefined || !isDeepStrictEqual(value, operand);
      case "$in":
        return value !== undefined && (operand as unknown[]).some((one) => isDeepStrictEqual(value, one));
      case "$exists":
        return (value !== undefined) === operand;
      case "$prefix":
        return typeof value === "string" && value.slice(0, (operand as string).length) === operand;
      case "$gt":
      case "$gte":
      case "$lt":
      case "$lte": {
        if (typeof value !== typeof operand) return false;
        const [left, right] = [value as number, operand as number];
        return { $gt: left > right, $gte: left >= right, $lt: left < right, $lte: left <= right }[key];
      }
      case "$or":
        return (operand as unknown[]).some((one) => naive(one, value));
      case "$and":
        return (operand as unknown[]).every((one) => naive(one, value));
      case "$not":
        return !naive(operand, value);
      default: {
        let at = value;
        for (const step of key.split(".")) {
          if (Array.isArray(at)) at = /^\d+$/.test(step) ? at[Number(step)] : undefined;
          else at = typeof at === "object" && at !== null && Object.hasOwn(at, step) ? (at as Record<string, unknown>)[step] : undefined;
        }
        return naive(operand, at);
      }
    }
  });
}

test("a filter that is read decides as the naive evaluator does", () => {
  fc.assert(
    fc.property(node, json, (filter, payload) => {
      const read = readFilter(filter);
      if (!read.ok) return;
      expect(passesFilter(read.filter, payload)).toBe(naive(filter, payload));
    }),
    { numRuns: 3_000 },
  );
});

test("reading and evaluating never throw, whatever is given as filter and payload", () => {
  fc.assert(
    fc.property(fc.anything(), fc.oneof(node, fc.jsonValue()), fc.anything(), (odd, filter, payload) => {
      for (const one of [odd, filter, { a: odd }, { $or: [odd] }]) {
        const read = readFilter(one);
        if (read.ok) passesFilter(read.filter, payload);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("a filter and its $not never agree", () => {
  fc.assert(
    fc.property(node, json, (filter, payload) => {
      const [plain, negated] = [readFilter(filter), readFilter({ $not: filter })];
      if (plain.ok && negated.ok) expect(passesFilter(negated.filter, payload)).toBe(!passesFilter(plain.filter, payload));
    }),
  );
});
