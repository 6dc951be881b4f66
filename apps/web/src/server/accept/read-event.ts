import { isUtf8 } from "node:buffer";
import {
  type Audience,
  audienceSchema,
  eventTypeSchema,
  isOperationalType,
  MAX_IDEMPOTENCY_KEY_CHARACTERS,
  MAX_NESTING,
  MAX_PAYLOAD_BYTES,
} from "@hooklane/contracts";
import { done, type Result, refuse } from "../result.ts";
import { findInvalidUtf8 } from "./find-invalid-utf8.ts";
import { type Slice, scanEnvelope } from "./scan-envelope.ts";
import { describePosition } from "./scan-json.ts";

/** What a request asks to accept: still the request's own bytes. */
export interface PostedEvent {
  type: string;
  payload: Slice;
  idempotencyKey: string | undefined;
  /** Whose subscriptions it goes to; absent: the caller's own tenant's. */
  audience: Audience | undefined;
}

const visibleAscii = new RegExp(`^[\\x21-\\x7e]{1,${MAX_IDEMPOTENCY_KEY_CHARACTERS}}$`);
const keyRule = `An idempotency key has 1 to ${MAX_IDEMPOTENCY_KEY_CHARACTERS} visible ASCII characters.`;

/**
 * Reads and judges the body of `POST /v1/events`, or one event of a batch.
 * @param headerKey the Idempotency-Key header, where the request has one
 */
export function readEvent(bytes: Buffer, headerKey: string | undefined): Result<PostedEvent> {
  if (!isUtf8(bytes)) {
    return refuse("invalid_encoding", `The body is not valid UTF-8 at ${describePosition(bytes, findInvalidUtf8(bytes))}.`);
  }
  const scan = scanEnvelope(bytes, MAX_NESTING);
  if (!scan.ok) return refuse(scan.code, scan.detail, "field" in scan ? scan.field : undefined);
  const { type: typeSlice, payload, idempotency_key: keySlice, audience: audienceSlice } = scan.slices;

  if (!typeSlice) return refuse("unprocessable", 'The member "type" is missing.', "type");
  if (!payload) return refuse("unprocessable", 'The member "payload" is missing; it may be any JSON value.', "payload");
  const size = payload.end - payload.start;
  if (size > MAX_PAYLOAD_BYTES) {
    return refuse("payload_too_large", `The payload has ${size} bytes; it may have at most ${MAX_PAYLOAD_BYTES}.`, "payload");
  }
  const type = eventTypeSchema.safeParse(parseSlice(bytes, typeSlice));
  if (!type.success) return refuse("unprocessable", `The event type is not valid: ${type.error.issues[0]?.message}.`, "type");
  if (isOperationalType(type.data)) return refuse("unprocessable", "Types that begin with hooklane. are the platform's own.", "type");

  const key = readKey(headerKey, keySlice && parseSlice(bytes, keySlice));
  if (!key.ok) return key;
  const audience = audienceSlice ? readAudience(parseSlice(bytes, audienceSlice)) : done(undefined);
  if (!audience.ok) return audience;
  return done({ type: type.data, payload, idempotencyKey: key.value, audience: audience.value });
}

function readAudience(member: unknown): Result<Audience> {
  const audience = audienceSchema.safeParse(member);
  if (audience.success) return done(audience.data);
  const expected = 'An audience is "all", or {"tenant_ids": [...]} with 1 to 1000 ids of tenants.';
  return refuse("unprocessable", expected, "audience");
}

const parseSlice = (bytes: Buffer, { start, end }: Slice): unknown => JSON.parse(bytes.toString("utf8", start, end));

/** The key of header or body. Both may give it when they agree. */
function readKey(header: string | undefined, member: unknown): Result<string | undefined> {
  if (header !== undefined && !visibleAscii.test(header)) return refuse("unprocessable", keyRule, "Idempotency-Key");
  if (member === undefined) return done(header);
  if (typeof member !== "string" || !visibleAscii.test(member)) return refuse("unprocessable", keyRule, "idempotency_key");
  if (header !== undefined && header !== member) {
    return refuse("unprocessable", "The Idempotency-Key header and the member idempotency_key differ.", "idempotency_key");
  }
  return done(member);
}
