import { errors } from "undici";
import { type Failure, failure } from "./exchange.ts";

/** Details are one short line: what a library or a peer wrote must not grow the log. */
const MAX_DETAIL_LENGTH = 300;

type CodedError = { code?: unknown; name?: unknown; message?: unknown; reason?: unknown };

/** A connection that could not be made. */
export function mapConnectError(error: unknown): Failure {
  const { code } = error as CodedError;
  switch (code) {
    case "ECONNREFUSED":
      return failure("connect_refused", "The connection was refused: nothing listens on this port.");
    case "ETIMEDOUT":
      return failure("connect_timeout", "The address did not answer.");
    case "ECONNRESET":
    case "EPIPE":
    case "ECONNABORTED":
      return failure("connect_reset", "The connection was reset while it was being made.");
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "EHOSTDOWN":
    case "ENETDOWN":
    case "EAFNOSUPPORT":
    case "EADDRNOTAVAIL":
      return failure("connect_reset", `There is no route to the address (${code}).`);
    default:
      return failure("unknown", describe(error));
  }
}

/** From when to when a certificate says that it is valid. */
export interface CertificateValidity {
  fromMs: number;
  toMs: number;
}

const datedCodes: ReadonlySet<unknown> = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"]);

/**
 * A TLS handshake that failed, with the precise reason: an expired, self-signed or foreign certificate, a protocol mismatch.
 * @param validity of the certificate that was presented, where one was
 */
export function mapTlsError(error: unknown, validity?: CertificateValidity): Failure {
  const { code } = error as CodedError;
  if (validity && datedCodes.has(code) && Number.isFinite(validity.fromMs) && Number.isFinite(validity.toMs)) {
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace("T", " ");
    return failure("tls_error", `TLS: ${describe(error)}. It is valid from ${day(validity.fromMs)} to ${day(validity.toMs)} UTC.`);
  }
  if (code === "ECONNRESET" || code === "EPIPE") return failure("connect_reset", "The connection was closed during the TLS handshake.");
  return failure("tls_error", `TLS: ${describe(error)}`);
}

/** How a request ended without a status line on a connected socket. */
export function mapExchangeError(error: unknown, hasResponseStarted: boolean): Failure {
  if (isConnectionLoss(error)) {
    if (isUnsolicited(error)) return failure("protocol_error", "The answer was an interim or upgrade response that was not asked for.");
    const where = hasResponseStarted ? "inside the head of the answer" : "before any byte of an answer";
    return failure("reset_before_response", `The connection was closed ${where}.`);
  }
  if (error instanceof errors.HeadersOverflowError) {
    return failure("response_headers_overflow", "The headers of the answer are larger than 16 KB.");
  }
  if (error instanceof errors.InvalidArgumentError || error instanceof errors.NotSupportedError) {
    return failure("unsendable_request", describe(error));
  }
  const { code, name } = error as CodedError;
  const isMalformed = name === "HTTPParserError" || error instanceof errors.ResponseContentLengthMismatchError;
  if (isMalformed) return failure("protocol_error", describe(error));
  // The parser's own assertion: a status below 100.
  if (code === "ERR_ASSERTION") return failure("protocol_error", "The status line is not valid HTTP.");
  if (typeof code === "string" && (code.startsWith("ERR_SSL_") || code === "EPROTO")) return mapTlsError(error);
  return failure("unknown", describe(error));
}

/** Why reading a body stopped early, in a few words for the attempt log. */
export function describeBodyError(error: unknown): string {
  if (isConnectionLoss(error)) return "The connection was closed inside the body.";
  if (error instanceof errors.ResponseContentLengthMismatchError) return "The body is not as long as its content-length says.";
  return describe(error);
}

/** The request was on, or meant for, a connection that the other side gave up. */
export function isConnectionLoss(error: unknown): boolean {
  const { code } = error as CodedError;
  return (
    error instanceof errors.SocketError || code === "ECONNRESET" || code === "EPIPE" || code === "ECONNABORTED" || code === "ETIMEDOUT"
  );
}

/** undici reports a 100 and an unasked 101 as socket errors with these messages. */
function isUnsolicited(error: unknown): boolean {
  const { message } = error as CodedError;
  return message === "bad response" || message === "bad upgrade";
}

/** Reason and code, without the source positions that OpenSSL and the parser put into messages. */
function describe(error: unknown): string {
  const { code, message, reason } = error as CodedError;
  const text = typeof reason === "string" && reason !== "" ? reason : String(message ?? error);
  const suffix = typeof code === "string" && !text.includes(code) ? ` (${code})` : "";
  return `${text}${suffix}`.slice(0, MAX_DETAIL_LENGTH);
}
