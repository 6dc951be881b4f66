import type { IncomingMessage } from "node:http";
import type { Scope } from "@hooklane/contracts";
import type { Refusal, Result } from "../result.ts";
import type { Services } from "../services.ts";
import type { Answer } from "./answer.ts";
import type { Caller } from "./caller.ts";
import type { OperationDoc } from "./operation-doc.ts";
import type { BodyRules } from "./read-body.ts";

/** One authenticated call of the public API. */
export interface Call {
  services: Services;
  caller: Caller;
  requestId: string;
  headers: IncomingMessage["headers"];
  /** The parts of the path that the route names with a colon. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** The exact bytes of the body; may be called once. */
  readBytes: (rules: BodyRules) => Promise<Result<Buffer>>;
}

interface Documented {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Like `/v1/subscriptions/:id`. */
  path: string;
  doc: OperationDoc;
}

/** A call for who has an API key with the scope. */
export interface Route extends Documented {
  /** What a key must be allowed to do; of several, one is enough. */
  scope: Scope | readonly Scope[];
  handle: (call: Call) => Promise<Answer | Refusal>;
}

/** A call for everybody. */
export interface OpenRoute extends Documented {
  scope: null;
  handle: (services: Services) => Answer;
}

export type AnyRoute = Route | OpenRoute;
