import type { NextApiRequest, NextApiResponse } from "next";
import nextAuthModule, { type AuthOptions } from "next-auth";

type Handler = (request: NextApiRequest, response: NextApiResponse, options: AuthOptions) => Promise<void>;

// The module is CommonJS: a bundler unwraps its default export, Node does not
const nextAuth = ("default" in nextAuthModule ? nextAuthModule.default : nextAuthModule) as Handler;

export interface AuthCall {
  method: string;
  /** Path below /api/auth, in segments. */
  segments: string[];
  query: Record<string, string>;
  headers: Record<string, string>;
  cookies: Record<string, string>;
  body: Record<string, unknown> | undefined;
}

export interface AuthAnswer {
  status: number;
  headers: Headers;
  body: string;
}

/**
 * Calls the framework's handler with a request and collects its answer. This handler, and not the one for route handlers, because it takes the request as arguments
 * and asks no global for it.
 */
export async function callNextAuth({ segments, query, ...call }: AuthCall, options: AuthOptions): Promise<AuthAnswer> {
  const answer: AuthAnswer = { status: 200, headers: new Headers(), body: "" };
  const response = {
    status: (status: number) => {
      answer.status = status;
      return response;
    },
    getHeader: (name: string) =>
      name.toLowerCase() === "set-cookie" ? answer.headers.getSetCookie() : (answer.headers.get(name) ?? undefined),
    setHeader: (name: string, value: string | string[]) => {
      answer.headers.delete(name);
      for (const one of [value].flat()) answer.headers.append(name, one);
      return response;
    },
    json: (value: unknown) => {
      answer.headers.set("content-type", "application/json");
      answer.body = JSON.stringify(value);
    },
    send: (value: unknown) => {
      if (typeof value === "string") answer.body = value;
      else if (value !== undefined) response.json(value);
    },
    end: () => {},
  };
  await nextAuth(
    { ...call, query: { ...query, nextauth: segments } } as unknown as NextApiRequest,
    response as unknown as NextApiResponse,
    options,
  );
  return answer;
}
