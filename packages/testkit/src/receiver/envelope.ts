/** What a receiver finds in a body that has the envelope's structure. */
export interface EnvelopeParts {
  /** The event id the envelope names. */
  readonly id: string;
  /** The bytes between `"data":` and the closing brace: a view of the body, not a copy. */
  readonly data: Buffer;
}

/** Members before `data` are short; anything beyond this many bytes is not our envelope. */
const maxPrefixBytes = 4_096;

const prefix = /^\{"id":"([^"\\]*)","type":"(?:[^"\\]|\\.)*","timestamp":"[^"\\]*","data":/;

const closingBrace = 0x7d;

/**
 * Cuts the payload out of `{"id":…,"type":…,"timestamp":…,"data":<payload bytes>}`.
 *
 * The cut follows the known prefix and the one closing brace: nothing is parsed and written again, so spacing, key order
 * and number spelling of the payload are judged as they came. Bytes are matched as latin1, where one byte is one character.
 *
 * @returns null when the body does not have this structure (a raw body, a payload by reference, or garbage).
 */
export function sliceEnvelope(body: Buffer): EnvelopeParts | null {
  const match = prefix.exec(body.toString("latin1", 0, maxPrefixBytes));
  if (match === null || body.at(-1) !== closingBrace) return null;
  const dataOffset = match[0].length;
  if (dataOffset >= body.length - 1) return null;
  return { id: match[1] ?? "", data: body.subarray(dataOffset, body.length - 1) };
}
