import type { KeyRing, Sealed } from "../crypto/key-ring.ts";

/** What of a subscription's columns holds what is sealed. */
export interface SealedColumns {
  querySealed: Uint8Array | null;
  queryKeyNumber: number | null;
  headersSealed: Uint8Array | null;
  headersKeyNumber: number | null;
}

/** What is sealed of a subscription beside its secrets; null where it has none, or where it is not sealed yet. */
export interface SealedParts {
  sealedQuery: Sealed | null;
  sealedHeaders: Sealed | null;
}

/** What binds a sealed query, and sealed header values, to their subscription; see KeyRing. */
export const queryContext = (subscriptionId: string): string => `subscription-query:${subscriptionId}`;
export const headersContext = (subscriptionId: string): string => `subscription-headers:${subscriptionId}`;

/** What two columns hold, as a key ring takes it. */
export const sealedOf = (sealed: Uint8Array | null, keyNumber: number | null): Sealed | null =>
  sealed && keyNumber !== null ? { sealed: Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength), keyNumber } : null;

/** The columns of a URL: up to the `?` it is stored as it is, for lists and searches; what follows is sealed. */
export function sealUrl(keys: KeyRing, subscriptionId: string, url: string) {
  const end = url.indexOf("?") + 1;
  if (end === 0 || end === url.length) return { url, querySealed: null, queryKeyNumber: null };
  const { sealed, keyNumber } = keys.seal(Buffer.from(url.slice(end)), queryContext(subscriptionId));
  return { url: url.slice(0, end), querySealed: Uint8Array.from(sealed), queryKeyNumber: keyNumber };
}

/** The columns of custom headers: names as they are, values sealed, all together. */
export function sealHeaders(keys: KeyRing, subscriptionId: string, headers: Readonly<Record<string, string>>) {
  const names = Object.keys(headers);
  if (names.length === 0) return { customHeaders: {}, headersSealed: null, headersKeyNumber: null };
  const { sealed, keyNumber } = keys.seal(Buffer.from(JSON.stringify(headers)), headersContext(subscriptionId));
  return {
    customHeaders: Object.fromEntries(names.map((name) => [name, null])),
    headersSealed: Uint8Array.from(sealed),
    headersKeyNumber: keyNumber,
  };
}

/** The whole URL of a subscription. @returns undefined when no key at hand opens its query */
export function openUrl(keys: KeyRing, { id, url, sealedQuery }: { id: string; url: string } & Pick<SealedParts, "sealedQuery">) {
  if (!sealedQuery) return url;
  const query = keys.open(sealedQuery, queryContext(id));
  return query && `${url}${query.toString("utf8")}`;
}

/** The custom headers of a subscription, unchecked. @returns undefined when no key at hand opens their values */
export function openHeaders(
  keys: KeyRing,
  { id, customHeaders, sealedHeaders }: { id: string; customHeaders: unknown } & Pick<SealedParts, "sealedHeaders">,
): unknown {
  if (!sealedHeaders) return customHeaders;
  const values = keys.open(sealedHeaders, headersContext(id));
  return values && JSON.parse(values.toString("utf8"));
}
