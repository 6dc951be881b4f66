/**
 * What a failed statement says. `data`: a row of it is to blame (one that a constraint, a type or a size limit refuses), so the others may pass
 * without it. `unavailable`: the database cannot commit right now, whatever the rows are. `other`: neither, a fault of ours.
 */
export type DatabaseFault = "data" | "unavailable" | "other";

/** SQLSTATE classes: data exception, integrity constraint, program limit, error raised by a function. */
const DATA = new Set(["22", "23", "54", "P0"]);
/** Connection, authorization, missing database, read-only or rolled-back transaction, resources, operator's intervention, system error. */
const UNAVAILABLE = new Set(["08", "25", "28", "3D", "40", "53", "55", "57", "58"]);
const SYSTEM = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
]);
/** Prisma: cannot reach, connection closed or timed out, no connection from the pool, transaction lost, conflict. */
const PRISMA = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2034", "P2037"]);
/** The driver's own sentences: errors without a code. */
const DRIVER =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|query read timeout|client has encountered a connection error|not queryable|pool after calling end/i;

interface DriverError {
  message?: string;
  code?: unknown;
  routine?: unknown;
  cause?: unknown;
  errors?: unknown[];
}

export function judgeFault(error: unknown): DatabaseFault {
  if (typeof error !== "object" || error === null) return "other";
  const { message = "", code, routine, cause, errors } = error as DriverError;
  // A missing partition is reported as a violated check, but no row is to blame
  if (routine === "ExecFindPartition") return "unavailable";
  if (typeof code === "string") {
    if (SYSTEM.has(code) || PRISMA.has(code)) return "unavailable";
    if (/^[0-9A-Z]{5}$/.test(code)) {
      const sqlClass = code.slice(0, 2);
      if (UNAVAILABLE.has(sqlClass)) return "unavailable";
      if (DATA.has(sqlClass)) return "data";
    }
  }
  if (DRIVER.test(message)) return "unavailable";
  // Wrapped by Prisma, or by a dual-stack connect that failed on every address
  const inner = [cause, ...(Array.isArray(errors) ? errors : [])].map(judgeFault);
  return inner.find((fault) => fault !== "other") ?? "other";
}
