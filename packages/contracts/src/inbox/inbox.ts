/** A request that the built-in receiver took. Whoever knows the URL may have sent it. */
export interface InboxRequestView {
  id: string;
  received_at: string;
  headers: [name: string, value: string][];
  /** As text; its beginning, where it was long. */
  body: string;
  body_bytes: number;
  truncated: boolean;
  /** Whether a live secret of one of the workspace's endpoints had signed it; `no_endpoint`: none of them posts to the inbox. */
  signature: "verified" | "wrong" | "missing" | "no_endpoint";
}

/** A workspace's built-in receiver. */
export interface InboxView {
  /** Whether the operator allows it. */
  enabled: boolean;
  /** Null until it is opened for the first time. */
  url: string | null;
  /** The newest endpoint that posts to it. */
  endpoint_id: string | null;
  /** The latest first: a fixed number at most, of the last day. */
  requests: InboxRequestView[];
}
