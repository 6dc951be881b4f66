import { expect, test } from "vitest";
import { generateApiKey } from "./api-key.ts";
import type { Caller } from "./caller.ts";
import { KeyDirectory } from "./key-directory.ts";

const caller: Caller = { keyId: "k1", tenantId: "t1", tenantKind: "customer", plan: "free", scopes: [] };
const { key } = generateApiKey();

/** A directory over a database that holds one key until it is revoked, with a clock of their own. Each look-up takes as long as it is told to. */
function setUp(lookUpMs = 0) {
  const database = { asked: 0, holdsKey: true };
  const clock = { nowMs: 1 };
  const find = async (): Promise<Caller | undefined> => {
    database.asked++;
    const found = database.holdsKey ? caller : undefined;
    clock.nowMs += lookUpMs;
    return found;
  };
  return { directory: new KeyDirectory(find, () => clock.nowMs), database, clock };
}

test("many that ask for one key at once ask the database once", async () => {
  const { directory, database } = setUp();
  const answers = await Promise.all(Array.from({ length: 50 }, () => directory.identify(key)));
  expect(new Set(answers)).toEqual(new Set([caller]));
  expect(database.asked).toBe(1);
});

test("K1: a revoked key is known for a second at most, counted from the question and not from its answer", async () => {
  const { directory, database, clock } = setUp(400);
  expect(await directory.identify(key)).toBe(caller);
  database.holdsKey = false;
  clock.nowMs += 590;
  expect(await directory.identify(key)).toBe(caller);
  clock.nowMs += 20;
  expect(await directory.identify(key)).toBeUndefined();
  expect(database.asked).toBe(2);
});

test("an unknown key is remembered as unknown for as long, and a new one is then found", async () => {
  const { directory, database, clock } = setUp();
  database.holdsKey = false;
  await directory.identify(key);
  await directory.identify(key);
  expect(database.asked).toBe(1);
  database.holdsKey = true;
  clock.nowMs += 1_001;
  expect(await directory.identify(key)).toBe(caller);
});

test("what cannot be a key is refused without asking", async () => {
  const { directory, database } = setUp();
  expect(await directory.identify(`${key.slice(0, -1)}-`)).toBeUndefined();
  expect(database.asked).toBe(0);
});

test("a database that cannot be asked is no answer: the next one asks again", async () => {
  let isDown = true;
  const directory = new KeyDirectory(async () => {
    if (isDown) throw new Error("down");
    return caller;
  });
  await expect(directory.identify(key)).rejects.toThrow("down");
  isDown = false;
  expect(await directory.identify(key)).toBe(caller);
});

test("used keys are told once", async () => {
  const { directory } = setUp();
  await directory.identify(key);
  await directory.identify(key);
  expect([directory.takeUsed(), directory.takeUsed()]).toEqual([["k1"], []]);
});
