import {
  exampleId,
  idPrefixes,
  type OpenApiDocument,
  type OpenApiMethod,
  type OpenApiOperation,
  type OpenApiParameter,
  problemSchema,
  scopes,
} from "@hooklane/contracts";
import { areas } from "../../server/http/operation-doc.ts";
import type { AnyRoute } from "../../server/http/route.ts";
import { problemExamples, responsesOf, sharedHeaders } from "./responses.ts";
import { Schemas } from "./schemas.ts";
import { webhooks } from "./webhooks.ts";

/** The whole API as OpenAPI 3.1, written from the table of routes. @param publicUrl where it is reached, without a slash at its end */
export function buildDocument(routes: readonly AnyRoute[], publicUrl: string): OpenApiDocument {
  const schemas = new Schemas();
  schemas.output(problemSchema);
  const paths: OpenApiDocument["paths"] = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase() as OpenApiMethod]: operation(route, schemas) };
  }
  const used = new Set(routes.map(({ doc }) => doc.area));
  return {
    openapi: "3.1.1",
    info: {
      title: "Hooklane API",
      version: "1",
      summary: "Hand in events, register endpoints, see what became of every delivery.",
      description: `People read this at ${publicUrl}/docs/api. Every refusal is a problem (RFC 9457) whose code is explained at ${publicUrl}/docs/errors.`,
    },
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    servers: [{ url: publicUrl }],
    tags: [
      ...Object.entries(areas).flatMap(([name, description]) => (used.has(name as keyof typeof areas) ? [{ name, description }] : [])),
      { name: "Deliveries to you", description: "The requests that your endpoint gets." },
      { name: "Operational events", description: "Events about your endpoints, for the subscriptions that ask for them by name." },
    ],
    paths,
    webhooks: webhooks(schemas),
    components: {
      schemas: schemas.components,
      headers: sharedHeaders,
      examples: problemExamples(publicUrl),
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: `An API key, \`hk_…\`, made in the dashboard. Its scopes say which calls it may make: ${scopes.join(", ")}.`,
        },
      },
    },
  };
}

function operation(route: AnyRoute, schemas: Schemas): OpenApiOperation {
  const { scope, doc } = route;
  const parameters = [...pathParameters(route), ...queryParameters(route, schemas), ...headerParameters(route, schemas)];
  return {
    operationId: doc.id,
    tags: [doc.area],
    summary: doc.summary,
    description: doc.description,
    security: scope === null ? [] : [scope].flat().map((one) => ({ apiKey: [one] })), // one of several is enough
    parameters,
    ...(doc.body && {
      requestBody: {
        required: doc.body.required,
        content: {
          "application/json": { schema: schemas.input(doc.body.schema), examples: { example: { value: doc.body.example } } },
        },
      },
    }),
    responses: responsesOf(route, schemas),
  };
}

/** @throws Error when the path has a parameter of which nothing is said */
function pathParameters({ path, doc }: AnyRoute): OpenApiParameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => {
    const param = doc.params?.[name];
    if (!param) throw new Error(`${doc.id}: the parameter ${name} of the path is not documented`);
    const told =
      typeof param === "string" ? { description: `The id of the ${param}, \`${idPrefixes[param]}_…\`.`, example: exampleId(param) } : param;
    return { name, in: "path" as const, required: true, schema: { type: "string" }, ...told };
  });
}

function queryParameters({ doc }: AnyRoute, schemas: Schemas): OpenApiParameter[] {
  const { properties = {}, required = [] } = doc.query ? schemas.input(doc.query) : {};
  return Object.entries(properties).map(([name, { description = "", ...schema }]) => ({
    name,
    in: "query" as const,
    required: required.includes(name),
    description,
    schema,
  }));
}

const requestId: OpenApiParameter = {
  name: "X-Request-Id",
  in: "header",
  required: false,
  description:
    "An id of your own for this request, to find it in your log and in ours. Others than 1 to 64 letters, digits, `.`, `_` and `-` are ignored.",
  schema: { type: "string" },
};

const headerParameters = ({ doc }: AnyRoute, schemas: Schemas): OpenApiParameter[] => [
  ...(doc.headers ?? []).map(({ name, description, schema, example }) => ({
    name,
    in: "header" as const,
    required: false,
    description,
    schema: schemas.input(schema),
    example,
  })),
  requestId,
];
