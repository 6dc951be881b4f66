/** What is known of a request for a page, sign-in or tRPC call beside its content. */
export interface RequestFacts {
  requestId: string;
  /** Of the client, as `readClientAddress` found it. */
  address: string;
  userAgent: string;
}

/** Set by the server on every request before pages see it. */
export const ADDRESS_HEADER = "x-hooklane-client-address";
/** Path and query, as they were asked for. */
export const PATH_HEADER = "x-hooklane-path";
const MAX_USER_AGENT_CHARACTERS = 512;

export const requestFacts = (headers: Headers): RequestFacts => ({
  requestId: headers.get("x-request-id") ?? "",
  address: headers.get(ADDRESS_HEADER) ?? "",
  userAgent: (headers.get("user-agent") ?? "").slice(0, MAX_USER_AGENT_CHARACTERS),
});
