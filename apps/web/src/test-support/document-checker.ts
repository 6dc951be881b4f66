import type { JsonSchema, OpenApiContent, OpenApiDocument, OpenApiHeader, OpenApiOperation } from "@hooklane/contracts";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Reply } from "./call.ts";

export interface Operation extends OpenApiOperation {
  method: string;
  /** Like `/v1/subscriptions/{id}`. */
  path: string;
}

/** Holds requests and answers against the document, and more strictly than it says: an answer may have no member that it does not name. */
export class DocumentChecker {
  readonly operations: readonly Operation[];
  readonly #ajv = new Ajv2020({ allErrors: true, strict: false });
  readonly #document: OpenApiDocument;
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
    formats.default(this.#ajv);
    const schemas = Object.fromEntries(Object.entries(document.components.schemas).map(([name, schema]) => [name, close(schema)]));
    this.#ajv.addSchema({ $id: "https://document.invalid/", components: { schemas } });
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
    );
  }

  /** What of the answer is not as the document says. */
  faultsOf(operation: Operation, reply: Reply): string[] {
    const response = operation.responses[String(reply.status)];
    if (!response) return [`the status ${reply.status} is not documented`];
    const headers = Object.entries(response.headers ?? {}).flatMap(([name, header]) => {
      const { required, schema } = "$ref" in header ? this.#header(header.$ref) : header;
      const value = reply.headers.get(name);
      if (value === null) return required ? [`the header ${name} is missing`] : [];
      return this.#faults(`header ${JSON.stringify(schema)}`, schema, value);
    });
    const [[type, content] = []] = Object.entries(response.content ?? {});
    if (!type || !content) return reply.text === "" ? headers : [...headers, "there is a body that is not documented"];
    if (reply.headers.get("content-type") !== `${type}; charset=utf-8`)
      return [...headers, `the body is ${reply.headers.get("content-type")}`];
    const name = `${operation.operationId} ${reply.status}`;
    return [...headers, ...this.#faults(name, close(content.schema), reply.json)];
  }

  /** What of a request's body is not as the document says. */
  faultsOfBody(operation: Operation, body: unknown): string[] {
    const content = operation.requestBody?.content["application/json"];
    return content ? this.#faults(`${operation.operationId} body`, content.schema, body) : ["the call takes no body"];
  }

  /** What of an example is not as its own schema says. */
  faultsOfExamples(name: string, { schema, examples = {} }: OpenApiContent): string[] {
    return Object.values(examples).flatMap((example) => {
      const { value } = "$ref" in example ? (this.#document.components.examples[lastPart(example.$ref)] ?? { value: undefined }) : example;
      return this.#faults(name, close(schema), value);
    });
  }

  #header = (ref: string): OpenApiHeader => this.#document.components.headers[lastPart(ref)] as OpenApiHeader;

  #faults(name: string, schema: JsonSchema, value: unknown): string[] {
    let validate = this.#validators.get(name);
    if (!validate) {
      validate = this.#ajv.compile(absolute(schema) as JsonSchema);
      this.#validators.set(name, validate);
    }
    return validate(value)
      ? []
      : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`);
  }
}

const lastPart = (ref: string): string => ref.split("/").at(-1) ?? "";

/** References as ajv resolves them from anywhere. */
function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === "$ref" && typeof member === "string" ? `https://document.invalid/${member}` : absolute(member),
    ]),
  );
}

/** The schema without room for members that it does not name. */
function close(value: JsonSchema): JsonSchema {
  return walk(value) as JsonSchema;
}

function walk(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(walk);
  if (typeof value !== "object" || value === null) return value;
  const schema = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member)]));
  const isClosable = schema.type === "object" && typeof schema.properties === "object" && schema.additionalProperties === undefined;
  return isClosable ? { ...schema, additionalProperties: false } : schema;
}
