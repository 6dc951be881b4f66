import fc from "fast-check";
import { expect, test } from "vitest";
import { attemptId, idPrefixes, parsePublicId, publicId, publicIdRange } from "./public-id.ts";

const uuid = fc.uuid();

test("every public id reads back as the database id it was made from", () => {
  fc.assert(
    fc.property(uuid, (id) => {
      expect(parsePublicId("event", publicId("event", id))).toBe(id);
    }),
  );
});

test("public ids sort as the database ids do, so that a list in id order is a list in time order", () => {
  fc.assert(
    fc.property(uuid, uuid, (a, b) => {
      expect(publicId("delivery", a) < publicId("delivery", b)).toBe(a < b);
    }),
  );
});

test("an id of another kind, a wrong length, a foreign character or an overflow is no id", () => {
  const id = publicId("event", "0193b1f0-7a5e-7cc1-8d2e-4a1b2c3d4e5f");
  for (const text of [
    id.replace("evt", "sub"),
    id.slice(0, -1),
    `${id}0`,
    `${id.slice(0, -1)}u`,
    `evt_8${id.slice(5)}`,
    "evt_",
    "",
    "evt_é",
  ])
    expect(parsePublicId("event", text)).toBeUndefined();
  expect(new Set(Object.values(idPrefixes)).size).toBe(Object.keys(idPrefixes).length);
});

test("an attempt's id names its delivery and its number", () => {
  const delivery = "0193b1f0-7a5e-7cc1-8d2e-4a1b2c3d4e5f";
  expect(attemptId(delivery, 3)).toBe(`${publicId("delivery", delivery).replace("dlv", "att")}_3`);
});

test("the beginning of an id spans exactly the ids that begin so", () => {
  fc.assert(
    fc.property(uuid, uuid, fc.integer({ min: 4, max: 30 }), (id, other, length) => {
      const begun = publicId("event", id).slice(0, length);
      const [first, last] = publicIdRange("event", begun) as readonly [string, string];
      expect(first <= id && id <= last).toBe(true);
      expect(first <= other && other <= last).toBe(publicId("event", other).startsWith(begun));
    }),
  );
  for (const text of ["evt_8", "evt_o", "dlv_0", `${publicId("event", "0193b1f0-7a5e-7cc1-8d2e-4a1b2c3d4e5f")}0`])
    expect(publicIdRange("event", text)).toBeUndefined();
});
