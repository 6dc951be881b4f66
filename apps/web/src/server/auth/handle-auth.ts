import { problems, signInErrors } from "@hooklane/contracts";
import { judgeFault } from "../database-fault.ts";
import { problemAnswer } from "../http/answer.ts";
import { readTextBody } from "../http/read-text-body.ts";
import { type Refusal, refuse } from "../result.ts";
import type { Services } from "../services.ts";
import { type AuthOutcome, authOptions } from "./auth-options.ts";
import { callNextAuth } from "./call-next-auth.ts";
import { requestFacts } from "./request-facts.ts";
import { cookiesOf, readSessionCookie } from "./session-cookie.ts";

const PATH = "/api/auth/";
const MAX_BODY_BYTES = 16_384;
/** What the pages use of the framework. */
const actions = new Set(["callback", "csrf", "error", "providers", "session", "signin", "signout"]);

/** Answers a request below /api/auth: sign-in, sign-out and what their forms need. */
export async function handleAuth(services: Services, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const facts = requestFacts(request.headers);
  const segments = url.pathname.slice(PATH.length).split("/");
  if (!actions.has(segments[0] ?? ""))
    return problem(services.publicUrl, refuse("not_found", "There is nothing under this path."), facts.requestId);
  const text = await readTextBody(request, MAX_BODY_BYTES);
  if (!text.ok) return problem(services.publicUrl, text, facts.requestId);
  const cookies = cookiesOf(request.headers);
  const outcome: AuthOutcome = {};
  try {
    const token = await readSessionCookie(services, (name) => cookies[name]);
    // The framework takes its own address from nowhere else
    process.env.NEXTAUTH_URL = new URL(services.publicUrl).origin;
    const answer = await callNextAuth(
      {
        method: request.method,
        segments,
        query: Object.fromEntries(url.searchParams),
        headers: Object.fromEntries(request.headers),
        cookies,
        body: readForm(request.headers.get("content-type"), text.value),
      },
      authOptions(services, facts, token, outcome),
    );
    if (outcome.fault === undefined && outcome.refusal?.code !== "too_many_attempts") {
      answer.headers.set("cache-control", "no-store");
      return new Response(answer.status === 304 ? null : answer.body, answer);
    }
  } catch (error) {
    outcome.fault ??= error;
  }
  return refused(services, outcome);
}

/** An answer of our own in the form that the sign-in page's client reads: a URL that names the error. No cookie comes with it. */
function refused({ publicUrl, log, outages }: Services, { refusal, fault }: AuthOutcome): Response {
  if (fault !== undefined) {
    if (judgeFault(fault) === "unavailable") outages.failed("database", fault);
    else log.error({ err: fault }, "sign-in failed");
  }
  const error = fault === undefined ? signInErrors.limited : signInErrors.unavailable;
  const [status] = problems[fault === undefined ? "too_many_attempts" : "unavailable"];
  const retryAfterSeconds = fault === undefined ? (refusal?.retryAfterSeconds ?? 1) : 1;
  return Response.json(
    { url: `${publicUrl}/sign-in?error=${error}` },
    { status, headers: { "cache-control": "no-store", "retry-after": String(retryAfterSeconds) } },
  );
}

/** The fields of a form, however it was sent; undefined for anything else. */
function readForm(contentType: string | null, text: string): Record<string, unknown> | undefined {
  if (contentType?.includes("application/x-www-form-urlencoded")) return Object.fromEntries(new URLSearchParams(text));
  if (!contentType?.includes("application/json")) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function problem(publicUrl: string, refusal: Refusal, requestId: string): Response {
  const { status, body, headers = {} } = problemAnswer(publicUrl, refusal, requestId);
  return Response.json(body, { status, headers });
}
