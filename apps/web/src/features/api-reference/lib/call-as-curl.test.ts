import { expect, test } from "vitest";
import { callAsCurl } from "./call-as-curl.ts";
import type { ListedOperation } from "./list-operations.ts";

const operation: ListedOperation = {
  method: "post",
  path: "/v1/things/{id}/turn",
  operationId: "turnThing",
  tags: ["Things"],
  summary: "Turn",
  description: "Turns.",
  security: [{ apiKey: ["things:write"] }],
  parameters: [{ name: "id", in: "path", required: true, description: "The thing.", schema: {}, example: "thi_1" }],
  requestBody: { required: true, content: { "application/json": { schema: {}, examples: { example: { value: { by: "it's 90°" } } } } } },
  responses: {},
};

test("a call becomes a command with its example, whose texts are single words of the shell", () => {
  expect(callAsCurl(operation, "https://hooks.example.com")).toBe(
    [
      "curl -X POST 'https://hooks.example.com/v1/things/thi_1/turn'",
      '-H "Authorization: Bearer $HOOKLANE_API_KEY"',
      "-H 'Content-Type: application/json'",
      `--data-raw '{"by":"it'\\''s 90°"}'`,
    ].join(" \\\n  "),
  );
});

test("a call for everybody carries no key", () => {
  const { requestBody: _, ...open } = { ...operation, method: "get" as const, security: [] };
  expect(callAsCurl(open, "https://hooks.example.com")).toBe("curl 'https://hooks.example.com/v1/things/thi_1/turn'");
});
