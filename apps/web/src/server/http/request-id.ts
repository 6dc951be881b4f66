import { randomBytes } from "node:crypto";

const processPart = randomBytes(8).toString("hex");
let count = 0;

/** An id that no other request of any process has, at the cost of counting. Tells nothing of the load: the count begins at random. */
export function nextRequestId(): string {
  if (count === 0) count = randomBytes(5).readUIntBE(0, 5);
  return `req_${processPart}${(count++).toString(36)}`;
}
