import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { apiKeyPattern, SHOWN_KEY_CHARACTERS } from "@hooklane/contracts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const KEY_BYTES = 32;
const BODY_CHARACTERS = 43; // 62^43 > 2^256
const CHECKSUM_CHARACTERS = 6; // 62^6 > 2^32
const PREFIX = "hk_";

export interface GeneratedKey {
  /** Shown once, stored nowhere. */
  key: string;
  /** Shown again, to tell keys apart. */
  prefix: string;
  hash: Buffer;
}

/** A new API key: `hk_`, 256 random bits and a checksum, in base62. */
export function generateApiKey(): GeneratedKey {
  const body = base62(BigInt(`0x${randomBytes(KEY_BYTES).toString("hex")}`), BODY_CHARACTERS);
  const key = PREFIX + body + checksum(body);
  return { key, prefix: key.slice(0, SHOWN_KEY_CHARACTERS), hash: hashApiKey(key) };
}

/** Whether a text can be a key at all. Tells a typing error from a key without asking the database. */
export function isApiKey(text: string): boolean {
  if (!apiKeyPattern.test(text)) return false;
  const body = text.slice(PREFIX.length, PREFIX.length + BODY_CHARACTERS);
  return checksum(body) === text.slice(PREFIX.length + BODY_CHARACTERS);
}

/** What is stored of a key. Its 256 random bits need no slow hash. */
export const hashApiKey = (key: string): Buffer => hash("sha256", key, "buffer");

const checksum = (body: string): string => base62(BigInt(crc32(body)), CHECKSUM_CHARACTERS);

function base62(number: bigint, length: number): string {
  let text = "";
  for (let rest = number; text.length < length; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text;
  return text;
}
