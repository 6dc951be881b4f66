import { randomBytes } from "node:crypto";

const processPart = randomBytes(8).toString("hex");
let count = 0;

/** An id that no other request of any process has, at the cost of counting. Tells nothing of the load: the count begins at random. */
export function nextRequestId(): string {
  if (count === 0) count = randomBytes(5).readUIntBE(0, 5);
  return `req_${processPart}${(count++).toString(36)}`;
}

const given = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * The id of a request: the one that it brings, so that a caller finds it in its own log and in ours; a new one when it brings none, or one that is not
 * fit to stand in a log line or a header.
 */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === "string" && given.test(header) ? header : nextRequestId();
