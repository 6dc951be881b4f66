import { MASK } from "@hooklane/contracts";
import { type EndpointUrlRules, parseEndpointUrl } from "@hooklane/contracts/egress";
import type { Destination } from "@hooklane/db";
import { done, type Result, refuse } from "../../result.ts";

/** The endpoint's canonical URL and politeness key, if it is one that this installation calls. */
export function readDestination(url: string, rules: EndpointUrlRules): Result<Destination> {
  if (url.endsWith(`?${MASK}`))
    return refuse("unprocessable", "The query of this URL is masked, as it is in lists: send the whole.", "url");
  const read = parseEndpointUrl(url, rules);
  return read.ok ? done({ url: read.url, host: read.authority }) : refuse("unprocessable", read.detail, "url");
}
