/** What a likely configuration error means for the endpoint's owner. */
export interface FaultGuide {
  /** For a line in a list: after "It looks set up wrongly:". */
  short: string;
  title: string;
  /** What is the case. */
  why: string;
  /** What to do, in order. */
  steps: readonly string[];
  /** Where in the dashboard it is mended. */
  leads: "secrets" | "settings" | "nowhere";
  /** Whether the signature is worth a look: see the signature check. */
  signature: boolean;
}

const signatureSteps = [
  "Check that the receiver verifies with the secret shown under Secrets, over the body's raw bytes and before anything parses them.",
  "Check the receiver's clock: a signature whose time is more than five minutes off is refused.",
  "If the secret was lost or changed, rotate it here and give the new one to the receiver; both sign during the overlap.",
];

const guides: Record<string, FaultGuide> = {
  http_400: {
    short: "it refuses every request as malformed (400)",
    title: "The endpoint answers 400 to everything",
    why: "It reads the requests and says that they are malformed. Receivers also answer so when a signature does not verify.",
    steps: [...signatureSteps, "Check that it expects the format that this endpoint sends: the envelope, or the data alone."],
    leads: "secrets",
    signature: true,
  },
  http_401: {
    short: "it refuses the signature (401)",
    title: "The endpoint answers 401 to everything",
    why: "It does not accept who the requests come from: it verifies with another secret, over other bytes than those sent, or its clock is wrong.",
    steps: signatureSteps,
    leads: "secrets",
    signature: true,
  },
  http_403: {
    short: "it forbids every request (403)",
    title: "The endpoint answers 403 to everything",
    why: "Something in front of the endpoint, or the endpoint itself, forbids the requests.",
    steps: [
      "Look for a firewall, an allow list or bot protection in front of the endpoint, and let POST requests through.",
      "Check the credentials in this endpoint's custom headers.",
      ...signatureSteps.slice(0, 2),
    ],
    leads: "secrets",
    signature: true,
  },
  http_404: {
    short: "nothing is found at its URL (404)",
    title: "Nothing is found at the endpoint's URL",
    why: "The server answers, but knows nothing under this path.",
    steps: ["Compare the path of the URL with the route that the receiver serves.", "Check that the receiver is deployed on this host."],
    leads: "settings",
    signature: false,
  },
  http_405: {
    short: "its URL does not take POST (405)",
    title: "The endpoint's URL does not take POST requests",
    why: "Deliveries are POST requests. The server knows the path, but not with this method.",
    steps: ["Check the path of the URL.", "Let the receiver's route take POST."],
    leads: "settings",
    signature: false,
  },
  http_410: {
    short: "it says that it is gone (410)",
    title: "The endpoint says that it is gone for good",
    why: "410 Gone means that nothing will come back at this URL, so the endpoint was disabled.",
    steps: ["Enter the new URL, or delete the endpoint.", "If it answered 410 by mistake, mend it, send a test, and enable the endpoint."],
    leads: "settings",
    signature: false,
  },
  http_413: {
    short: "it refuses the size of requests (413)",
    title: "The endpoint refuses the size of the requests",
    why: "The receiver, or a proxy in front of it, allows smaller bodies than those that are sent.",
    steps: [
      "Raise the limit on request bodies: a payload here has up to 256 KB. For nginx that is client_max_body_size.",
      "Send smaller payloads, or let a filter leave out what the endpoint does not need.",
    ],
    leads: "settings",
    signature: false,
  },
  http_415: {
    short: "it does not take the content type (415)",
    title: "The endpoint does not take the content type",
    why: "Deliveries are application/json.",
    steps: ["Let the receiver accept application/json.", "If it expects the data without the envelope, choose the other format."],
    leads: "settings",
    signature: false,
  },
  http_422: {
    short: "it refuses what every request says (422)",
    title: "The endpoint answers 422 to everything",
    why: "It reads the requests and refuses what they say.",
    steps: [
      "Check which event types it is meant for, and what it expects of their data.",
      "Check that it expects the format that this endpoint sends.",
    ],
    leads: "settings",
    signature: false,
  },
  http_3xx: {
    short: "it redirects every request",
    title: "The endpoint redirects every request",
    why: "Redirects are not followed: a signed request must not go anywhere but where it was addressed to.",
    steps: [
      "Enter the final URL, as the redirect names it.",
      "A redirect from http to https, or to a path with a slash at its end, is the usual case.",
    ],
    leads: "settings",
    signature: false,
  },
  tls_error: {
    short: "its certificate is not accepted",
    title: "No trusted TLS connection can be made",
    why: "The certificate is expired, issued for another name, not signed by a public authority, or sent without its chain.",
    steps: [
      "Renew the certificate if it has expired; the remark below says when.",
      "Send the whole chain, not only the certificate itself.",
      "Check that the certificate names the host of the URL.",
    ],
    leads: "settings",
    signature: false,
  },
  dns_nxdomain: {
    short: "its host name does not exist",
    title: "The endpoint's host name does not exist",
    why: "The name servers say that there is no such name.",
    steps: ["Look for a typing error in the URL.", "Check the domain's records, and that the domain has not expired."],
    leads: "settings",
    signature: false,
  },
  blocked_destination: {
    short: "its address must not be contacted",
    title: "The endpoint's name leads to an address that is not public",
    why: "Private, loopback and otherwise special addresses are never contacted, so nothing was sent.",
    steps: [
      "Enter a URL whose name leads to a public address.",
      "If the name should be public, correct its records: one private address among them is enough.",
    ],
    leads: "settings",
    signature: false,
  },
};

/** What to say and do about a likely configuration error. @param cause as health names it; another 4xx has words of its own too */
export function faultGuide(cause: string): FaultGuide {
  const known = Object.hasOwn(guides, cause) ? guides[cause] : undefined;
  if (known) return known;
  const status = /^http_(4\d\d)$/.exec(cause)?.[1];
  const answer = status ?? cause;
  return {
    short: status ? `it answers ${status} to everything` : `every attempt ends with ${cause}`,
    title: status ? `The endpoint answers ${status} to everything` : "Every attempt ends alike",
    why: `Nearly all attempts end with ${answer}, which points at a setting and not at an outage.`,
    steps: [
      "Look at an answer below, and at what the receiver's own log says.",
      "Check the URL, the secret, and what the receiver expects.",
    ],
    leads: "settings",
    signature: false,
  };
}
