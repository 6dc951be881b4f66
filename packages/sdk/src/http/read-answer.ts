import { HooklaneError } from "./hooklane-error.ts";
import { readRetryAfter } from "./retry-policy.ts";

const SHOWN_CHARACTERS = 200;

/** An answer of which everything has arrived. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * The value that the API answered; undefined when it has no content.
 * @throws HooklaneError when it refused, or when something else than the API answered
 */
export function readAnswer({ status, headers, text }: Answer, nowMs: number): unknown {
  const requestId = headers.get("x-request-id");
  if (status === 204) return undefined;
  const value = parse(text);
  if (status >= 200 && status < 300) {
    if (value !== undefined) return value;
    throw new HooklaneError({ status, code: "unexpected_answer", detail: `Not an answer of the API: ${shown(text)}`, requestId });
  }
  const location = headers.get("location");
  if (status >= 300 && status < 400) {
    const detail = `The address is redirected${location === null ? "" : ` to ${shown(location)}`}. Set the base URL to where the API is.`;
    throw new HooklaneError({ status, code: "unexpected_answer", detail, requestId });
  }
  const retryAfterMs = readRetryAfter(headers.get("retry-after"), nowMs);
  const { code, detail, field, request_id } = isRecord(value) ? value : {};
  if (typeof code !== "string") {
    throw new HooklaneError({
      status,
      code: "unexpected_answer",
      detail: `Not an answer of the API: ${shown(text)}`,
      requestId,
      retryAfterMs,
    });
  }
  throw new HooklaneError({
    status,
    code,
    detail: typeof detail === "string" ? detail : code,
    field: typeof field === "string" ? field : null,
    requestId: typeof request_id === "string" ? request_id : requestId,
    retryAfterMs,
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const shown = (text: string): string => JSON.stringify(text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);
