/**
 * Where to go after signing in: the given address when it lies on this origin, else the start.
 * @param next a path as it came in a query, so from anyone
 */
export function safeNext(next: string | undefined): string {
  if (next === undefined || !next.startsWith("/")) return "/";
  const base = "http://origin.invalid";
  if (!URL.canParse(next, base)) return "/";
  const url = new URL(next, base);
  return url.origin === base ? `${url.pathname}${url.search}${url.hash}` : "/";
}
