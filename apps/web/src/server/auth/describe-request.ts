import type { IncomingMessage } from "node:http";
import { readClientAddress, type TrustedProxies } from "./client-address.ts";
import { ADDRESS_HEADER, PATH_HEADER } from "./request-facts.ts";

/** Tells pages and their calls what their framework does not. Whatever the client sent under these names is overwritten. */
export function describeRequest(request: IncomingMessage, proxies: TrustedProxies): void {
  request.headers[ADDRESS_HEADER] = readClientAddress(request.socket.remoteAddress, request.headers, proxies);
  request.headers[PATH_HEADER] = request.url ?? "/";
}
