import { expect, test } from "vitest";
import { destinations, hitPath, matchDestinations } from "./destinations.ts";
import { type Press, readPress } from "./shortcuts.ts";

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isTyping: false,
  ...more,
});

test("Ctrl or Cmd and K ask for the palette wherever the focus is, also where single keys are off", () => {
  for (const modifier of [{ ctrlKey: true }, { metaKey: true }])
    expect(readPress(press("K", { ...modifier, isTyping: true }), undefined, 0, false).wish).toEqual({ kind: "palette" });
});

test("g and a letter go to a page, in time and in this order only", () => {
  const { begun } = readPress(press("g"), undefined, 0, true);
  expect(readPress(press("d"), begun, 500, true).wish).toMatchObject({ kind: "go", to: { path: "/deliveries" } });
  expect(readPress(press("d"), begun, 5_000, true).wish).toBeUndefined();
  expect(readPress(press("d"), undefined, 0, true).wish).toBeUndefined();
  expect(readPress(press("x"), begun, 500, true)).toEqual({ begun: undefined });
});

test("what is typed into a text, or pressed with a modifier, or turned off, is no shortcut", () => {
  for (const more of [{ isTyping: true }, { ctrlKey: true }, { altKey: true }])
    for (const key of ["?", "g"]) expect(readPress(press(key, more), undefined, 0, true)).toEqual({ begun: undefined });
  expect(readPress(press("?"), undefined, 0, false).wish).toBeUndefined();
  expect(readPress(press("?"), undefined, 0, true).wish).toEqual({ kind: "sheet" });
});

test("each page has a letter of its own, and is found by words of its name", () => {
  expect(new Set(destinations.map(({ letter }) => letter)).size).toBe(destinations.length);
  expect(matchDestinations("replay new").map(({ path }) => path)).toEqual(["/replays/new"]);
  expect(matchDestinations("").length).toBe(destinations.length);
});

test("what was found is shown where it belongs", () => {
  const hit = { title: "", hint: "" };
  expect(hitPath({ ...hit, kind: "attempt", id: "att_1_2", delivery_id: "dlv_1" })).toBe("/deliveries/dlv_1");
  expect(hitPath({ ...hit, kind: "job", id: "job_1" })).toBe("/replays/job_1");
  expect(hitPath({ ...hit, kind: "event_type", id: "a.b" })).toBe("/event-types/a.b");
});
