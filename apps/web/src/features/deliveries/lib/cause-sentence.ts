const transport: Record<string, string> = {
  dns_nxdomain: "The endpoint's name does not exist.",
  dns_failure: "The name servers answered with a failure.",
  dns_timeout: "The name servers did not answer in time.",
  connect_refused: "Nothing listens there: the connection was refused.",
  connect_timeout: "No connection came about in time.",
  connect_reset: "The connection was cut while it was being made.",
  tls_error: "The TLS handshake failed, or the certificate is not trusted.",
  blocked_destination: "The address must never be contacted, so nothing was sent.",
  reset_before_response: "The connection closed before an answer began.",
  timeout: "The endpoint did not answer in time.",
  response_headers_overflow: "The answer's headers are too large.",
  protocol_error: "What came back is not HTTP.",
  unsendable_request: "The request could not be built, so nothing was sent.",
  shutdown: "The worker stopped and ended the request; this is not held against the endpoint.",
  unknown: "The request failed in an unknown way.",
  lease_lost: "The worker went away during the request; what became of it is not known.",
};

/** Causes that attempts are told apart by in the log; answers are told apart by their status. */
export const transportCauses: readonly string[] = Object.keys(transport);

/** What an attempt came to, in words. @param cause the attempt's cause @param status of the answer, when there was one */
export function causeSentence(cause: string, status: number | null): string {
  if (status !== null) return statusSentence(status);
  return (Object.hasOwn(transport, cause) ? transport[cause] : undefined) ?? `It failed: ${cause}.`;
}

function statusSentence(status: number): string {
  if (status >= 200 && status < 300) return `The endpoint answered ${status}.`;
  if (status >= 300 && status < 400) return `The endpoint answered ${status}; redirects are not followed.`;
  if (status === 429) return "The endpoint answered 429: it asks for fewer requests.";
  if (status >= 500) return `The endpoint answered ${status}: it failed on its side.`;
  return `The endpoint answered ${status}: it refuses the request.`;
}
