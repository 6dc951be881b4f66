/** Crockford's alphabet, lower case: sorts like the numbers it encodes. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const VALUE = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) VALUE[ALPHABET.charCodeAt(i)] = i;

/** Characters of an encoded UUID. */
export const UUID_CHARACTERS = 26; // 130 bits hold 128: the first character is 0 to 7

const CODES = Uint8Array.from(ALPHABET, (character) => character.charCodeAt(0));
const HEX = new Int8Array(128).fill(-1);
for (const digits of ["0123456789abcdef", "0123456789ABCDEF"]) for (let i = 0; i < 16; i++) HEX[digits.charCodeAt(i)] = i;
/** Filled and read within one call. */
const written = new Array<number>(UUID_CHARACTERS).fill(0);

/** A UUID as 26 characters of base 32; the order of texts is the order of UUIDs. */
export function encodeUuid(uuid: string): string {
  let bits = 0;
  let held = 2; // two bits of nothing before the UUID's 128
  let at = 0;
  for (let i = 0; i < uuid.length; i++) {
    const digit = HEX[uuid.charCodeAt(i)] ?? -1;
    if (digit < 0) continue;
    bits = (bits << 4) | digit;
    held += 4;
    if (held < 5) continue;
    held -= 5;
    written[at++] = CODES[bits >> held] as number;
    bits &= (1 << held) - 1;
  }
  return String.fromCharCode(...written);
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
