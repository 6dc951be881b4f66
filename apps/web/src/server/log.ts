import pino, { type DestinationStream, type Logger } from "pino";

/** Members that may hold a credential or a person's data, wherever they stand. Logs carry ids. */
const secret = ["authorization", "cookie", "password", "secret", "apiKey", "api_key", "connectionString", "databaseUrl"];

export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { process: "web", pid: process.pid },
    redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
    serializers: { err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** An error without what drivers attach to it: a statement's values, a row's content (PostgreSQL's `detail`), a connection's address. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, code, constraint, table, cause } = error as Error & {
    code?: unknown;
    constraint?: unknown;
    table?: unknown;
  };
  return { type: name, message, stack, code, constraint, table, ...(cause instanceof Error && { cause: describeError(cause) }) };
}
