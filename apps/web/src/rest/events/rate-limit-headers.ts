import type { AnswerDoc } from "../../server/http/operation-doc.ts";

/** What calls that take events say of the plan's quota. */
export const rateLimitHeaders: NonNullable<AnswerDoc["headers"]> = {
  RateLimit: { description: "What is left of the plan's quota of events, and in how many seconds it is whole again.", always: true },
  "RateLimit-Policy": { description: "The plan's quota of events, and the seconds it is for.", always: true },
};
