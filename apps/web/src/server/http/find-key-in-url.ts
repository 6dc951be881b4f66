const names = new Set(["api_key", "apikey", "api-key", "access_token", "authorization", "key", "token"]);
/** Long enough not to be met by chance in a cursor. */
const keyLike = /hk_[0-9A-Za-z]{40}/;

/** Whether a query string carries what looks like a credential: such a URL has already been seen by logs and proxies on its way. */
export function hasKeyInUrl(query: URLSearchParams): boolean {
  for (const [name, value] of query) {
    if (names.has(name.toLowerCase()) || keyLike.test(value) || keyLike.test(name)) return true;
  }
  return false;
}
