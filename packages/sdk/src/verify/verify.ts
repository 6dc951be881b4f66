import { createHmac, timingSafeEqual } from "node:crypto";
import { readHeaders, type WebhookHeaders } from "./read-headers.ts";
import { VerificationError } from "./verification-error.ts";

const DEFAULT_TOLERANCE_SECONDS = 300;
/** More than any sender has secrets. */
const MAX_SIGNATURES = 20;

export interface VerifyOptions {
  /** How far the sender's clock and this one may differ, either way, in seconds. Default 300. */
  readonly toleranceSeconds?: number;
  /** Default: this machine's time. */
  readonly now?: Date;
}

/** What a subscription of format `envelope` receives. */
export interface ReceivedEvent<T = unknown> {
  /** The event's id; also in the header `webhook-id`. */
  readonly id: string;
  readonly type: string;
  /** When the event was accepted, ISO 8601. */
  readonly timestamp: string;
  readonly data: T;
}

/**
 * Checks that a request comes from Hooklane, unchanged and recent, and reads it.
 *
 * @param rawBody the body's bytes as they came. Text is taken as UTF-8; a parsed body cannot be checked
 * @param headers of the request
 * @param secrets the endpoint's signing secret (`whsec_…`), or several during a rotation; one match is enough
 * @returns the parsed body: the envelope, or for subscriptions of format `raw` the payload
 * @throws VerificationError whose `code` says what is wrong with the request; TypeError when the arguments cannot be used
 */
export function verify<T = ReceivedEvent>(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options?: VerifyOptions,
): T {
  verifySignature(rawBody, headers, secrets, options);
  try {
    const text = typeof rawBody === "string" ? rawBody : new TextDecoder("utf-8", { fatal: true }).decode(rawBody);
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new VerificationError("malformed", "the body is genuine, but is not JSON", { cause });
  }
}

/**
 * The same without reading the body, whatever its bytes are.
 *
 * @throws as verify does
 */
export function verifySignature(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = new Date() }: VerifyOptions = {},
): void {
  if (typeof rawBody !== "string" && !(rawBody instanceof Uint8Array)) {
    throw new TypeError("verify needs the body as it came, as bytes or text: after parsing, its bytes are lost");
  }
  const keys = [secrets].flat().map(keyOf);
  if (keys.length === 0) throw new TypeError("verify needs a signing secret");
  const { id, timestamp, signature } = readHeaders(headers);
  const ageSeconds = Math.floor(now.getTime() / 1_000) - Number(timestamp);
  if (ageSeconds > toleranceSeconds) throw new VerificationError("too_old", `the timestamp is ${ageSeconds} s old`);
  // Written so that a time which is no number is refused
  if (!(ageSeconds >= -toleranceSeconds)) throw new VerificationError("too_new", `the timestamp is ${-ageSeconds} s in the future`);
  const expected = keys.map((key) => createHmac("sha256", key).update(`${id}.${timestamp}.`).update(rawBody).digest());
  if (!isAnySigned(signature, expected)) throw new VerificationError("no_matching_signature", "no signature belongs to the secret");
}

/** Compares all with all, so that the time it takes tells nothing about the one that matched. */
function isAnySigned(header: string, expected: readonly Buffer[]): boolean {
  let isMatch = false;
  for (const part of header.split(" ").slice(0, MAX_SIGNATURES)) {
    if (!part.startsWith("v1,")) continue;
    const given = Buffer.from(part.slice("v1,".length), "base64");
    for (const own of expected) if (given.length === own.length && timingSafeEqual(given, own)) isMatch = true;
  }
  return isMatch;
}

/** The secret's bytes. No message repeats the secret. */
function keyOf(secret: unknown): Buffer {
  if (typeof secret !== "string" || secret === "") throw new TypeError("the signing secret is missing");
  const encoded = secret.replace(/^whsec_/, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) throw new TypeError("the signing secret is not whsec_ and base64");
  return Buffer.from(encoded, "base64");
}
