import type { TransportError } from "./attempt-result.ts";

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** A 4xx keeps its status: one status shared by all attempts points at one configuration error. */
export type ClientErrorCause = `http_4${Digit}${Digit}`;

/** What an attempt came to, as one word. */
export type Cause = "http_2xx" | "http_3xx" | ClientErrorCause | "http_5xx" | "http_unknown_status" | TransportError;
