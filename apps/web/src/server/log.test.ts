import { expect, test } from "vitest";
import { createLog } from "./log.ts";

function logged(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLog("debug", { write: (line) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line));
}

test("C60: members that may hold a credential are blanked, at the top and inside", () => {
  const [line] = logged((log) =>
    log.info(
      {
        authorization: "canary",
        headers: { authorization: "canary", cookie: "canary" },
        input: { deep: { password: "canary" } },
        tenant_id: "kept",
      },
      "said",
    ),
  );
  expect(JSON.stringify(line)).not.toContain("canary");
  expect(line).toMatchObject({ tenant_id: "kept", msg: "said" });
});

test("C60: of a driver's error the row's content and the statement's values are left out", () => {
  const cause = Object.assign(new Error("inner"), { code: "23505", detail: "Key (email)=(canary) exists", where: "canary" });
  const error = Object.assign(new Error("outer", { cause }), { parameters: ["canary"], meta: { target: "canary" } });
  const [line] = logged((log) => log.error({ err: error }, "failed"));
  expect(JSON.stringify(line)).not.toContain("canary");
  expect(line?.err).toMatchObject({ message: "outer", cause: { message: "inner", code: "23505" } });
});
