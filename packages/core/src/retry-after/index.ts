export { maxRetryAfterMs, parseRetryAfter } from "./parse-retry-after.ts";
