import type { StartedWeb } from "./start-web.ts";

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any;
}

export interface CallOptions {
  key?: string;
  /** Text or bytes go as they are; anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** One call of the API, as a client would make it. */
export async function call(
  { baseUrl }: Pick<StartedWeb, "baseUrl">,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Reply> {
  const { key, body, headers } = options;
  const response = await fetch(new URL(path, baseUrl), {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
