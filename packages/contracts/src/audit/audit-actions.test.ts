import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type AuditAction, auditActionKinds, auditActions, auditEntryText } from "./audit-actions.ts";

const root = path.join(import.meta.dirname, "../../../..");
const actions = Object.keys(auditActions) as AuditAction[];

/** The product's own code: tests write what no product does. */
const sources = ["apps/web/src/server", "apps/worker/src", "packages/db/src"]
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => path.join(root, folder, name)),
  )
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.includes("generated"))
  .map((name) => readFileSync(name, "utf8"));

test("every action has a sentence of its own, which is more than its name", () => {
  for (const action of actions) expect(auditActions[action]).toMatch(/^[A-Z][a-z]+ .*[a-z]$/);
  expect(new Set(Object.values(auditActions)).size).toBe(actions.length);
});

test("every kind of action has an entry among the kinds, and there is none without actions", () => {
  const kinds = new Set(actions.map((action) => action.slice(0, action.indexOf("."))));
  expect(Object.keys(auditActionKinds).sort()).toEqual([...kinds].sort());
});

test("every action is written somewhere, by its name or as a verb of its kind", () => {
  const isWritten = (action: AuditAction): boolean => {
    const verbs = `\`${action.slice(0, action.indexOf("."))}.\${`;
    return sources.some((text) => text.includes(`"${action}"`) || text.includes(verbs));
  };
  expect(actions.filter((action) => !isWritten(action))).toEqual([]);
});

test("a look on a visit says what was looked at", () => {
  expect(auditEntryText({ action: "support.look", after: { call: "deliveries.get" } })).toBe("Looked at a delivery");
  expect(auditEntryText({ action: "support.look", after: { call: "moons.list" } })).toBe("Looked at moons.list");
});

test("what a newer product wrote is told as it is called", () => {
  expect(auditEntryText({ action: "endpoint.send_home", after: null })).toBe("Endpoint send home");
  expect(auditEntryText({ action: "constructor", after: null })).toBe("Constructor");
});
