export { type AttemptResult, type TransportError, transportErrors } from "./attempt-result.ts";
export type { Cause, ClientErrorCause } from "./cause.ts";
export type { AttemptOutcome, Classification, Owner } from "./classification.ts";
export { classify } from "./classify.ts";
