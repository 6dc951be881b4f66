import type { IncomingMessage, ServerResponse } from "node:http";
import { actAsKey } from "../auth/act-as.ts";
import { noteRefused } from "../auth/note-refused.ts";
import { judgeFault } from "../database-fault.ts";
import { type Refusal, type Result, refuse, unavailable } from "../result.ts";
import type { Services } from "../services.ts";
import { type Answer, problemAnswer, send } from "./answer.ts";
import { authenticate } from "./authenticate.ts";
import { discardRest } from "./discard-rest.ts";
import { hasKeyInUrl } from "./find-key-in-url.ts";
import { type BodyRules, ClientGone, readBody } from "./read-body.ts";
import { refuseBody, refuseQuery } from "./read-input.ts";
import { requestIdOf } from "./request-id.ts";
import type { Call } from "./route.ts";
import type { Router, Routing } from "./router.ts";

const NO_QUERY = new URLSearchParams();

/** Answers the public API, and is the one place where its faults become answers and log lines. */
export class ApiHandler {
  readonly #services: Services;
  readonly #router: Router;

  constructor(services: Services, router: Router) {
    this.#services = services;
    this.#router = router;
  }

  /** @param expectsContinue the client waits for leave to send its body */
  async handle(request: IncomingMessage, response: ServerResponse, path: string, search: string, expectsContinue: boolean): Promise<void> {
    const requestId = requestIdOf(request.headers["x-request-id"]);
    const began = performance.now();
    let answer: Answer | undefined;
    try {
      answer = await this.#answer(request, response, path, search, expectsContinue, requestId);
    } catch (error) {
      answer = error instanceof ClientGone ? undefined : this.#faultAnswer(error, requestId);
    }
    if (!answer) return;
    // A body that was announced and not asked for may or may not come; a process that ends takes no next request
    const isLast = (expectsContinue && !request.complete) || this.#services.readiness.isDraining;
    if (isLast) answer.headers = { ...answer.headers, connection: "close" };
    send(response, requestId, answer);
    this.#services.observation.answered(request.method, path, answer, performance.now() - began);
    if (!request.complete) discardRest(request, response);
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    search: string,
    expectsContinue: boolean,
    requestId: string,
  ): Promise<Answer> {
    const services = this.#services;
    const routing = this.#router.find(request.method ?? "", path);
    if (routing.kind !== "found") return this.#withoutRoute(routing, request.method, requestId);
    const query = search === "" ? NO_QUERY : new URLSearchParams(search);
    if (hasKeyInUrl(query))
      return this.#refuse(
        refuse("key_in_url", "Send the key in the Authorization header and replace it: a URL is no place for it."),
        requestId,
      );
    const { route, params } = routing;
    const unknownQuery = route.doc.query ? undefined : refuseQuery(query);
    if (route.scope === null) return unknownQuery ? this.#refuse(unknownQuery, requestId) : route.handle(services);
    const caller = await authenticate(services.keys, request.headers.authorization, route.scope, (known, { detail }) => {
      void noteRefused(services, actAsKey({ kind: "api_key", ...known }, requestId), `${route.method} ${route.path}`, detail);
    });
    if (!caller.ok) return this.#refuse(caller, requestId);
    if (unknownQuery) return this.#refuse(unknownQuery, requestId);
    let giveBack: (() => void) | undefined;
    const readBytes = async (rules: BodyRules): Promise<Result<Buffer>> => {
      const held = services.uploads.take(caller.value.tenantId, announcedBytes(request, rules.maxBytes));
      if (typeof held !== "function") return held;
      giveBack = held;
      return readBody(request, response, rules, expectsContinue);
    };
    const call: Call = { services, caller: caller.value, requestId, headers: request.headers, params, query, readBytes };
    let result: Answer | Refusal;
    try {
      // What a GET carries has no meaning in HTTP and is left unread
      const unknownBody = route.doc.body || route.method === "GET" ? undefined : await refuseBody(call);
      result = unknownBody ?? (await route.handle(call));
    } finally {
      giveBack?.();
    }
    if (!isRefusal(result)) return result;
    if (result.code === "internal") services.log.error({ request_id: requestId }, "request refused for a fault of ours");
    return this.#refuse(result, requestId);
  }

  #refuse(refusal: Refusal, requestId: string, headers?: Record<string, string>): Answer {
    return problemAnswer(this.#services.publicUrl, refusal, requestId, headers);
  }

  #withoutRoute(routing: Exclude<Routing, { kind: "found" }>, method: string | undefined, requestId: string): Answer {
    if (routing.kind === "unknown") return this.#refuse(refuse("not_found", "There is nothing under this path."), requestId);
    const allow = routing.allowed.join(", ");
    if (method === "OPTIONS") return { status: 204, headers: { allow } };
    return this.#refuse(refuse("method_not_allowed", `This resource takes ${allow}.`), requestId, { allow });
  }

  #faultAnswer(error: unknown, requestId: string): Answer {
    const isOutage = judgeFault(error) === "unavailable";
    if (isOutage) this.#services.outages.failed("database", error);
    else this.#services.log.error({ err: error, request_id: requestId }, "request failed");
    return this.#refuse(
      isOutage ? unavailable("The database cannot be reached.") : refuse("internal", "The request failed on our side."),
      requestId,
    );
  }
}

/** What a body will hold: a length that is not announced, or is beyond the limit, counts as the limit. */
function announcedBytes({ headers }: IncomingMessage, maxBytes: number): number {
  const announced = headers["content-length"];
  return announced === undefined ? maxBytes : Math.min(Number(announced), maxBytes);
}

const isRefusal = (result: Answer | Refusal): result is Refusal => "ok" in result;
