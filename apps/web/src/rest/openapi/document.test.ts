import { operationalTypes } from "@hooklane/contracts";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { DocumentChecker } from "../../test-support/document-checker.ts";
import { openRoutes, routes } from "../routes.ts";
import { buildDocument } from "./build-document.ts";

const document = buildDocument([...routes, ...openRoutes], "https://hooks.example.com");
const checker = new DocumentChecker(document);

test("the document is OpenAPI 3.1 and refers to nothing that it does not hold", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document) as never);
  expect([valid, errors]).toEqual([true, undefined]);
  const text = JSON.stringify(document);
  for (const [, kind = "", name = ""] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
    expect(document.components[kind as "schemas"], name).toHaveProperty(name);
  }
});

test("every route is in the document under its own name, with paths from /v1 on", () => {
  const inTable = [...routes, ...openRoutes].map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  expect(checker.operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(inTable.sort());
  expect(new Set(checker.operations.map(({ operationId }) => operationId)).size).toBe(inTable.length);
  for (const { path } of checker.operations) expect(path).toMatch(/^\/v1\//);
});

test.each(checker.operations.map((operation) => [operation.operationId, operation] as const))(
  "%s is described: in sentences, with its scope, every parameter and every answer",
  (_id, { summary, description, security, parameters = [], requestBody, responses, path }) => {
    expect(summary).not.toBe("");
    expect(description).toMatch(/\.$/);
    expect(security.length > 0).toBe(path !== "/v1/openapi.json");
    for (const parameter of parameters) expect(parameter.description, parameter.name).toMatch(/\.$/);
    for (const { description: told, headers } of Object.values(responses)) {
      expect(told).toMatch(/\.$/);
      expect(headers).toHaveProperty("X-Request-Id");
    }
    if (requestBody) expect(requestBody.content["application/json"]?.examples).toBeDefined();
  },
);

test.each(checker.operations.map((operation) => [operation.operationId, operation] as const))(
  "the examples of %s are what its schemas say",
  (id, { requestBody, responses }) => {
    const contents = [
      ...Object.entries(requestBody?.content ?? {}),
      ...Object.values(responses).flatMap(({ content }) => Object.entries(content ?? {})),
    ];
    contents.forEach(([type, content], i) => {
      expect(checker.faultsOfExamples(`${id} ${type} ${i}`, content)).toEqual([]);
    });
  },
);

test("what a receiver gets is described, for any event and for each of the platform's own", () => {
  expect(Object.keys(document.webhooks)).toEqual(["event", ...operationalTypes]);
  for (const [name, { post }] of Object.entries(document.webhooks)) {
    expect(post.parameters.map((parameter) => parameter.name)).toContain("webhook-signature");
    expect(checker.faultsOfExamples(name, post.requestBody.content["application/json"] as never)).toEqual([]);
  }
});
