import type { IdKind, ProblemCode } from "@hooklane/contracts";
import type { z } from "zod";

/** The parts of the API, in the order in which they are read. */
export const areas = {
  Events: "What happened, as producers hand it in.",
  Subscriptions: "Endpoints: where events go, how they are signed, and whether they are sent at all.",
  Deliveries: "What became of each event at each endpoint, attempt by attempt.",
  Replays: "Sending again what was sent before, one delivery or many.",
  "Event types": "The optional catalogue of the types that producers post.",
  Limits: "What the tenant may use.",
  Document: "This description itself.",
} as const;
export type Area = keyof typeof areas;

/** A header that a call reads, beside those that every call does. */
export interface HeaderDoc {
  name: string;
  description: string;
  schema: z.ZodType;
  example: string;
}

/** A parameter of a path that is no id. */
export interface ParameterDoc {
  description: string;
  example: string;
}

/** What a call answers when it was done. */
export interface AnswerDoc {
  status: 200 | 201 | 202 | 204;
  description: string;
  /** Of the body; absent: there is none. */
  schema?: z.ZodType;
  example?: unknown;
  /** Headers beyond those of every answer; `always` when no such answer is without it. */
  headers?: Readonly<Record<string, { description: string; always?: true }>>;
}

/**
 * What is said of a call, beside its method, path and scope. The schemas are those that judge its input: the document is written from them. What follows from
 * the shape of a call (the answers to a missing key, an unknown id, a broken body) is added and not repeated here.
 */
export interface OperationDoc {
  /** Unique, verb and noun: `createSubscription`. */
  id: string;
  area: Area;
  /** A few words. */
  summary: string;
  description: string;
  /** What the parameters of the path are, by name: ids of a kind, or something else that names a thing. */
  params?: Readonly<Record<string, IdKind | ParameterDoc>>;
  /** Absent: any query parameter is refused. */
  query?: z.ZodType;
  headers?: readonly HeaderDoc[];
  /** Absent: a body with members is refused. */
  body?: { schema: z.ZodType; required: boolean; example: unknown };
  answers: readonly AnswerDoc[];
  /** Codes of refusals beyond those that follow from the shape. */
  problems?: readonly ProblemCode[];
}
