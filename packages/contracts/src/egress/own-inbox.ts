import type { AllowList } from "./allow-list.ts";
import { isLoopbackName } from "./endpoint-host.ts";
import { parseIpAddress } from "./ip-address.ts";

/** The installation's own built-in receiver, as an endpoint: the one place of its own that deliveries may go to. */
export interface OwnInbox {
  /** Beginning of every inbox's URL; its token is all that follows. */
  prefix: string;
  hostname: string;
  port: number;
  /**
   * What the egress guard opens for it, and for nothing else at this host: the public URL's own address where that is written as an address or as
   * `localhost`. Empty for any other name, which must lead to a public address like everybody's.
   */
  allow: AllowList;
}

const TOKEN = /^[0-9a-f]{32}$/;

/** The part of a path that names an inbox, or undefined when it is none. */
export const inboxTokenOf = (path: string): string | undefined => {
  const token = path.startsWith(INBOX_PATH) ? path.slice(INBOX_PATH.length) : "";
  return TOKEN.test(token) ? token : undefined;
};

const INBOX_PATH = "/inbox/";

/** @param publicUrl where this installation is reached; no slash at its end */
export function ownInbox(publicUrl: string): OwnInbox {
  const url = new URL(publicUrl);
  const hostname = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  const base = url.href.replace(/\/+$/, "");
  return { prefix: `${base}${INBOX_PATH}`, hostname, port, allow: openings(hostname, port) };
}

/** Whether a URL is an inbox of this installation: exactly the prefix and a token, with neither query nor detour. */
export const isOwnInbox = (url: URL, { prefix }: OwnInbox): boolean =>
  url.href.startsWith(prefix) && TOKEN.test(url.href.slice(prefix.length));

function openings(hostname: string, port: number): AllowList {
  const addresses = isLoopbackName(hostname) ? ["127.0.0.1", "::1"] : [hostname];
  return addresses.flatMap((text) => {
    const address = parseIpAddress(text);
    return address ? [{ kind: "address" as const, text: `${text.includes(":") ? `[${text}]` : text}:${port}`, address, port }] : [];
  });
}
