import { decodeUuid, encodeUuid, UUID_CHARACTERS } from "./base32.ts";

/** Prefix of each kind of public id. */
export const idPrefixes = {
  tenant: "ten",
  user: "usr",
  key: "key",
  event: "evt",
  subscription: "sub",
  secret: "sec",
  delivery: "dlv",
  job: "job",
  audit: "aud",
  alert: "alr",
  session: "ses",
  invitation: "inv",
  visit: "vis",
} as const;

export type IdKind = keyof typeof idPrefixes;

/** The public form of a database id: prefix, underscore, 26 characters that sort by time. */
export const publicId = (kind: IdKind, uuid: string): string => `${idPrefixes[kind]}_${encodeUuid(uuid)}`;

/** The database id inside a public id, or undefined when the text is not an id of this kind. */
export function parsePublicId(kind: IdKind, text: string): string | undefined {
  const prefix = `${idPrefixes[kind]}_`;
  return text.startsWith(prefix) ? decodeUuid(text.slice(prefix.length)) : undefined;
}

/** An attempt has no id of its own in the database: it is its delivery's id and its number. */
export const attemptId = (deliveryUuid: string, number: number): string => `att_${encodeUuid(deliveryUuid)}_${number}`;

/** The lowest and the highest database id whose public form begins with this text, or undefined when no id of the kind does. */
export function publicIdRange(kind: IdKind, text: string): readonly [first: string, last: string] | undefined {
  const prefix = `${idPrefixes[kind]}_`;
  if (!text.startsWith(prefix)) return undefined;
  const begun = text.slice(prefix.length);
  const first = decodeUuid(begun.padEnd(UUID_CHARACTERS, "0"));
  // 26 characters hold two bits more than an id: the first is at most 7
  const last = decodeUuid((begun || "7").padEnd(UUID_CHARACTERS, "z"));
  return first !== undefined && last !== undefined ? [first, last] : undefined;
}
