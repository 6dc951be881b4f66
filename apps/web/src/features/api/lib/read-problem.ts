import type { ProblemCode } from "@hooklane/contracts";

/** What went wrong with a call, in words for the person who made it. */
export interface ProblemText {
  detail: string;
  /** What is wrong with single values, by their dotted path. */
  fieldErrors: Record<string, string>;
  /** The fault of the service or the line, so that asking again may help. */
  isOurs: boolean;
  isSignedOut: boolean;
  /** It is done once who asks has confirmed who they are. */
  needsConfirmation: boolean;
}

const lineFault = "The service did not answer. Check the connection and try again.";

/** Reads what a failed call carries; an error without an answer is a fault of the line. */
export function readProblem(error: unknown): ProblemText {
  const data = error instanceof Error && "data" in error ? error.data : undefined;
  if (!isRecord(data)) return { detail: lineFault, fieldErrors: {}, isOurs: true, isSignedOut: false, needsConfirmation: false };
  const httpStatus = typeof data.httpStatus === "number" ? data.httpStatus : 500;
  return {
    detail: typeof data.detail === "string" && data.detail !== "" ? data.detail : "Something went wrong on our side.",
    fieldErrors: isRecord(data.fieldErrors) ? textMembers(data.fieldErrors) : {},
    isOurs: httpStatus >= 500,
    isSignedOut: httpStatus === 401,
    needsConfirmation: data.problem === ("confirmation_needed" satisfies ProblemCode),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const textMembers = (members: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
