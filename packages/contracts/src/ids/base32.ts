/** Crockford's alphabet, lower case: sorts like the numbers it encodes. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const VALUE = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) VALUE[ALPHABET.charCodeAt(i)] = i;

/** Characters of an encoded UUID. */
export const UUID_CHARACTERS = 26; // 130 bits hold 128: the first character is 0 to 7

/** 20 bits are 5 hexadecimal digits and 4 of ours: so the arithmetic stays within small integers. */
const HEX_PER_GROUP = 5;

/** A UUID as 26 characters of base 32; the order of texts is the order of UUIDs. */
export function encodeUuid(uuid: string): string {
  const hex = uuid.replaceAll("-", "");
  // 130 bits: two characters for the UUID's first 8 bits, then four for each 20
  const first = Number.parseInt(hex.slice(0, 2), 16);
  let text = (ALPHABET[first >> 5] as string) + ALPHABET[first & 31];
  for (let at = 2; at < hex.length; at += HEX_PER_GROUP) {
    const bits = Number.parseInt(hex.slice(at, at + HEX_PER_GROUP), 16);
    text += (ALPHABET[bits >> 15] as string) + ALPHABET[(bits >> 10) & 31] + ALPHABET[(bits >> 5) & 31] + ALPHABET[bits & 31];
  }
  return text;
}

/** The UUID that {@link encodeUuid} made the text from, or undefined when the text is no such encoding. */
export function decodeUuid(text: string): string | undefined {
  if (text.length !== UUID_CHARACTERS || text > "7zzzzzzzzzzzzzzzzzzzzzzzzz") return undefined;
  let value = 0n;
  for (let i = 0; i < UUID_CHARACTERS; i++) {
    const digit = VALUE[text.charCodeAt(i)] ?? -1;
    if (digit < 0) return undefined;
    value = (value << 5n) | BigInt(digit);
  }
  const hex = value.toString(16).padStart(32, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
