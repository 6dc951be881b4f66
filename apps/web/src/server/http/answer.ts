import type { ServerResponse } from "node:http";
import { type Problem, problems, problemType } from "@hooklane/contracts";
import type { Refusal } from "../result.ts";

/** What a handler answers. */
export interface Answer {
  status: number;
  /** JSON text, or a value to write as JSON; absent: no body. */
  body?: string | object;
  headers?: Record<string, string>;
}

/** Sent with every answer of the API: it is data, for the caller alone, and never a page. */
const always = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

export function send(response: ServerResponse, requestId: string, { status, body, headers }: Answer): void {
  if (response.destroyed || response.headersSent) return;
  if (body === undefined) {
    response.writeHead(status, { ...always, "x-request-id": requestId, ...headers });
    response.end();
    return;
  }
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, {
    ...always,
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "x-request-id": requestId,
    ...headers,
  });
  response.end(text);
}

/** A refusal as RFC 9457 has it. @param publicUrl where its code is explained */
export function problemAnswer(
  publicUrl: string,
  { code, detail, field, retryAfterSeconds, headers: ownHeaders }: Refusal,
  requestId: string,
  headers?: Record<string, string>,
): Answer {
  const [status, title] = problems[code];
  const body: Problem = {
    type: problemType(publicUrl, code),
    title,
    status,
    code,
    detail,
    ...(field !== undefined && { field }),
    request_id: requestId,
  };
  return {
    status,
    body,
    headers: {
      "content-type": "application/problem+json; charset=utf-8",
      ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
      ...(code === "unauthorized" && { "www-authenticate": 'Bearer realm="hooklane"' }),
      ...ownHeaders,
      ...headers,
    },
  };
}
