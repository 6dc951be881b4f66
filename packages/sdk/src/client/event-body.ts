import type { NewEvent } from "../types/event.ts";

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * An event as the API takes it. Bytes of `raw_payload` go in as they are: spacing, key order and number spelling survive.
 *
 * @throws TypeError when the payload is missing, given twice, or not one JSON value: nothing is sent then
 */
export function eventBody({ type, payload, raw_payload, idempotency_key, audience }: NewEvent): string {
  if ((payload === undefined) === (raw_payload === undefined)) throw new TypeError("an event has either a payload or a raw_payload");
  const json = raw_payload === undefined ? JSON.stringify(payload) : rawJson(raw_payload);
  if (json === undefined) throw new TypeError("the payload is nothing that JSON can say");
  const members = Object.entries({ type, idempotency_key, audience })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `"${name}":${JSON.stringify(value)}`);
  return `{${members.join(",")},"payload":${json}}`;
}

/** Checked, so that what is meant as one value cannot end it and add members of its own to the envelope. */
function rawJson(raw: string | Uint8Array): string {
  let text: string;
  try {
    text = typeof raw === "string" ? raw : strictUtf8.decode(raw);
  } catch {
    throw new TypeError("the raw payload is not valid UTF-8");
  }
  // Sent as UTF-8, half a surrogate pair would become another character
  if (/\p{Surrogate}/u.test(text)) throw new TypeError("the raw payload holds half of a surrogate pair");
  try {
    JSON.parse(text);
  } catch (error) {
    throw new TypeError(`the raw payload is not one JSON value: ${(error as Error).message}`);
  }
  return text;
}
