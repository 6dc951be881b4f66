import { MASK } from "@hooklane/contracts";
import type { ReceivedResponse } from "../egress/index.ts";

/** What takes the query of a URL out of what is recorded. */
export interface HideQuery {
  text(text: string | null): string | null;
  response(response: ReceivedResponse): ReceivedResponse;
}

const nothing: HideQuery = { text: (text) => text, response: (response) => response };

/**
 * Takes the query that was called, which may be a credential, out of what comes back: a redirect to https repeats it in its `location`, and many servers on the page that goes
 * with it.
 * @param url as it was called
 */
export function hideQuery(url: string): HideQuery {
  const at = url.indexOf("?");
  const query = at === -1 ? "" : url.slice(at);
  if (query.length <= 1) return nothing;
  const spellings = [...new Set([query, query.replaceAll("&", "&amp;")])];
  const hide = (text: string): string => spellings.reduce((hidden, spelling) => hidden.replaceAll(spelling, `?${MASK}`), text);
  return {
    text: (text) => text && hide(text),
    response: ({ headers, body, ...response }) => ({
      ...response,
      headers: headers.map(([name, value]) => [name, hide(value)]),
      body: spellings.some((spelling) => body.includes(spelling)) ? Buffer.from(hide(body.toString("latin1")), "latin1") : body,
    }),
  };
}
