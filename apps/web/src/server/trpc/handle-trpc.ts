import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { findActor } from "../auth/find-actor.ts";
import { requestFacts } from "../auth/request-facts.ts";
import { cookiesOf, writeSessionCookie } from "../auth/session-cookie.ts";
import { problemAnswer } from "../http/answer.ts";
import { isSameOrigin } from "../http/is-same-origin.ts";
import { readTextBody } from "../http/read-text-body.ts";
import { type Refusal, refuse } from "../result.ts";
import type { Services } from "../services.ts";
import type { TrpcContext } from "./context.ts";
import { errorDetails, isOutage } from "./error.ts";
import { appRouter } from "./router.ts";

const PATH = "/api/trpc";
/** Room for the payload of a test event, escaped. */
const MAX_BODY_BYTES = 1_048_576;
/** Calls in one request: a batch must not be a way round what is counted by request. */
export const MAX_BATCH = 20;

/** Answers a request below /api/trpc. Whoever it is for is read from the session cookie, once for the whole batch. */
export async function handleTrpc(services: Services, request: Request): Promise<Response> {
  const facts = requestFacts(request.headers);
  const refusal = judge(request, services.publicUrl);
  if (refusal) return problem(services.publicUrl, refusal, facts.requestId);
  const text = await readTextBody(request, MAX_BODY_BYTES);
  if (!text.ok) return problem(services.publicUrl, text, facts.requestId);
  let newSession: string | undefined;
  const answer = await fetchRequestHandler({
    endpoint: PATH,
    router: appRouter,
    req: new Request(request.url, {
      method: request.method,
      headers: request.headers,
      signal: request.signal,
      ...(request.method === "POST" && { body: text.value }),
    }),
    createContext: async (): Promise<TrpcContext> => {
      const cookies = cookiesOf(request.headers);
      const setSession = (token: string) => {
        newSession = token;
      };
      return { services, request: facts, actor: await findActor(services, (name) => cookies[name]), setSession };
    },
    maxBatchSize: MAX_BATCH,
    responseMeta: ({ errors }) => {
      const waits = errors.map((error) => errorDetails(error).retryAfterSeconds ?? 0);
      const retryAfterSeconds = Math.max(0, ...waits);
      return {
        ...(errors.length > 0 && errors.every(isOutage) && { status: 503 }),
        headers: { "cache-control": "no-store", ...(retryAfterSeconds > 0 && { "retry-after": String(retryAfterSeconds) }) },
      };
    },
    onError: ({ error, path }) => {
      if (error.code !== "INTERNAL_SERVER_ERROR") return;
      if (isOutage(error)) services.outages.failed("database", error.cause);
      else services.log.error({ err: error.cause ?? error, path, request_id: facts.requestId }, "call failed");
    },
  });
  if (newSession !== undefined) answer.headers.append("set-cookie", await writeSessionCookie(services, newSession));
  return answer;
}

/** What has effects comes as JSON and from our own pages: a form or a link of another site can make neither. */
function judge({ method, headers }: Request, publicUrl: string): Refusal | undefined {
  if (method === "GET") return undefined;
  if (method !== "POST") return refuse("method_not_allowed", "Calls are made with GET or POST.");
  if (headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() !== "application/json") {
    return refuse("unsupported_media_type", "Send the input as application/json.", "Content-Type");
  }
  return isSameOrigin(headers, publicUrl) ? undefined : refuse("forbidden", "This request does not come from the dashboard's own pages.");
}

function problem(publicUrl: string, refusal: Refusal, requestId: string): Response {
  const { status, body, headers = {} } = problemAnswer(publicUrl, refusal, requestId);
  return Response.json(body, { status, headers });
}
