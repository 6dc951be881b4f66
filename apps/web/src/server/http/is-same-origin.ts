/**
 * Whether a request with effects comes from our own pages. Browsers say where a request comes from and let no page change it; one that says nothing is
 * refused, since all that send cookies say it.
 * @param publicUrl where people open the pages; the address by which this very request came counts too
 */
export function isSameOrigin(headers: Headers, publicUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  const origin = headers.get("origin");
  if (origin === null) return site !== null;
  const url = URL.parse(origin);
  return url !== null && (url.origin === new URL(publicUrl).origin || url.host === headers.get("host"));
}
