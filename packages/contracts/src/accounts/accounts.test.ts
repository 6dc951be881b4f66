import { expect, test } from "vitest";
import { emailSchema, foldEmail, passwordSchema } from "./credentials.ts";
import { mayDo, rights, roles } from "./roles.ts";

test("each role may do what the next one may, and more or the same", () => {
  for (const [i, role] of roles.slice(1).entries())
    for (const right of rights) if (mayDo(role, right)) expect(mayDo(roles[i] as (typeof roles)[number], right)).toBe(true);
});

test("viewers only read, and choose their own mail; keys and members are for owners and admins", () => {
  expect(rights.filter((right) => mayDo("viewer", right))).toEqual(["notifications:write"]);
  for (const right of ["keys:write", "members:write"] as const)
    expect(roles.filter((role) => mayDo(role, right))).toEqual(["owner", "admin"]);
});

test("every spelling of an address folds to one", () => {
  const spellings = ["kate@example.com", " KATE@Example.COM ", "\u212aate@example.com", "\uff4bate@example.com"];
  expect(new Set(spellings.map(foldEmail))).toEqual(new Set(["kate@example.com"]));
  expect(emailSchema.parse("  Ada@Example.com")).toBe("ada@example.com");
});

test.each(["", "ada", "ada@", "@example.com", "a b@example.com", "ada@example", `${"a".repeat(250)}@example.com`, "ada\0@example.com"])(
  "%j is no address",
  (text) => expect(emailSchema.safeParse(text).success).toBe(false),
);

test("a password is judged by its length alone", () => {
  for (const password of ["aaaaaaaaaaaa", " ".repeat(12), "🔑".repeat(12), "x".repeat(256)])
    expect(passwordSchema.safeParse(password).success).toBe(true);
  for (const password of ["", "elevenchars", "🔑".repeat(11), "x".repeat(257)])
    expect(passwordSchema.safeParse(password).success).toBe(false);
});
