import {
  exampleId,
  MAX_REQUEST_BYTES,
  type OpenApiExample,
  type OpenApiHeader,
  type OpenApiResponse,
  type Problem,
  type ProblemCode,
  problemHelp,
  problems,
  problemType,
} from "@hooklane/contracts";
import type { AnswerDoc } from "../../server/http/operation-doc.ts";
import type { AnyRoute } from "../../server/http/route.ts";
import type { Schemas } from "./schemas.ts";

/** Headers that several answers have in common, under `components`. */
export const sharedHeaders: Record<string, OpenApiHeader> = {
  RequestId: {
    description:
      "The id of this request: the one it brought in its own `X-Request-Id` (1 to 64 letters, digits, `.`, `_`, `-`), or a new one.",
    required: true,
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,64}$" },
  },
  NoStore: { description: "Answers are for the caller alone and are kept nowhere.", required: true, schema: { const: "no-store" } },
  RetryAfter: {
    description: "Seconds after which trying again makes sense.",
    required: true,
    schema: { type: "string", pattern: "^\\d+$" },
  },
  WwwAuthenticate: { description: "How to authenticate.", required: true, schema: { type: "string" } },
};

const always = { "X-Request-Id": { $ref: "#/components/headers/RequestId" }, "Cache-Control": { $ref: "#/components/headers/NoStore" } };
const byStatus: Record<number, Record<string, { $ref: string }>> = {
  401: { "WWW-Authenticate": { $ref: "#/components/headers/WwwAuthenticate" } },
  429: { "Retry-After": { $ref: "#/components/headers/RetryAfter" } },
  503: { "Retry-After": { $ref: "#/components/headers/RetryAfter" } },
};

/** Every answer of a call: those of its own, and a problem for each status that its codes have. */
export function responsesOf(route: AnyRoute, schemas: Schemas): Record<string, OpenApiResponse> {
  const done = route.doc.answers.map((answer) => [String(answer.status), doneResponse(answer, schemas)] as const);
  const codesByStatus = Map.groupBy(codesOf(route), (code) => problems[code][0] as number);
  const refused = [...codesByStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => [String(status), problemResponse(status, codes)] as const);
  return Object.fromEntries([...done, ...refused]);
}

/** The codes of a call: what it says itself, and what follows from its shape. */
export function codesOf({ scope, method, path, doc }: AnyRoute): ProblemCode[] {
  const takesBody = scope !== null && method !== "GET";
  const codes: ProblemCode[] = [
    "invalid_parameter",
    "key_in_url",
    ...(scope === null ? [] : (["unauthorized", "forbidden", "unavailable"] as const)),
    ...(path.includes(":") ? (["not_found"] as const) : []),
    ...(takesBody
      ? ([
          "invalid_json",
          "invalid_encoding",
          "request_too_large",
          "unsupported_media_type",
          "unprocessable",
          "too_much_under_way",
        ] as const)
      : []),
    ...(doc.problems ?? []),
    "internal",
  ];
  return [...new Set(codes)];
}

function doneResponse({ description, schema, example, headers = {} }: AnswerDoc, schemas: Schemas): OpenApiResponse {
  const own = Object.entries(headers).map(([name, { description, always: required }]) => [
    name,
    { description, ...(required && { required }), schema: { type: "string" } },
  ]);
  return {
    description,
    headers: { ...always, ...Object.fromEntries(own) },
    ...(schema && {
      content: {
        "application/json": {
          schema: schemas.output(schema),
          ...(example !== undefined && { examples: { example: { value: example } } }),
        },
      },
    }),
  };
}

function problemResponse(status: number, codes: readonly ProblemCode[]): OpenApiResponse {
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code][1]}.`).join(" "),
    headers: { ...always, ...byStatus[status] },
    content: {
      "application/problem+json": {
        schema: {
          allOf: [{ $ref: "#/components/schemas/Problem" }, { properties: { status: { const: status }, code: { enum: [...codes] } } }],
        },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/** Details and fields as callers meet them, where they say more than the meaning of the code. */
const exampleDetails: Partial<Record<ProblemCode, Pick<Problem, "detail" | "field">>> = {
  invalid_json: { detail: "The text ends too early at line 1, column 12 (byte 11)." },
  invalid_parameter: { detail: "This call has no parameter page.", field: "page" },
  forbidden: { detail: "This API key lacks the scope events:write." },
  not_found: { detail: "There is nothing under this id." },
  request_too_large: { detail: `A request may have at most ${MAX_REQUEST_BYTES} bytes.` },
  unsupported_media_type: { detail: "Send the body as application/json, in UTF-8.", field: "Content-Type" },
  unprocessable: { detail: "There is no member colour here.", field: "colour" },
};

/** A problem of each code, as {@link responsesOf} refers to them. */
export const problemExamples = (publicUrl: string): Record<string, OpenApiExample> =>
  Object.fromEntries(
    (Object.keys(problems) as ProblemCode[]).map((code) => [code, { summary: problems[code][1], value: exampleProblem(code, publicUrl) }]),
  );

const exampleProblem = (code: ProblemCode, publicUrl: string): Problem => ({
  type: problemType(publicUrl, code),
  title: problems[code][1],
  status: problems[code][0],
  code,
  ...(exampleDetails[code] ?? { detail: problemHelp[code].meaning }),
  request_id: exampleId("event").replace("evt", "req"),
});
