import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { inboxTokenOf } from "@hooklane/contracts/egress";
import { openRoutes, routes } from "../../rest/routes.ts";
import { InboxHandler } from "../inbox/inbox-handler.ts";
import type { Services } from "../services.ts";
import { send } from "./answer.ts";
import { ApiHandler } from "./handle-api.ts";
import { nextRequestId } from "./request-id.ts";
import { Router } from "./router.ts";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A request must be complete within this, however slowly it comes; its headers sooner. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const TIMEOUT_CHECK_MS = 2_000;
/** Longer than proxies keep theirs, so that they and not we end an idle connection. */
const KEEP_ALIVE_MS = 75_000;

/**
 * The web process's server: the public API, the inboxes and the probes are answered here, before anything else sees them.
 * @param pages gets every other request
 */
export function createHttpServer(services: Services, pages: Handler): Server {
  const inbox = new InboxHandler(services);
  const api = new ApiHandler(services, new Router([...routes, ...openRoutes]));
  const handle = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void => {
    const url = request.url ?? "/";
    const mark = url.indexOf("?");
    const path = mark === -1 ? url : url.slice(0, mark);
    if (path.startsWith("/v1/") || path === "/v1") {
      void api.handle(request, response, path, mark === -1 ? "" : url.slice(mark), expectsContinue);
    } else if (path.startsWith("/inbox/")) {
      if (expectsContinue) response.writeContinue();
      void inbox.handle(request, response, url === path ? inboxTokenOf(path) : undefined);
    } else if (path === "/livez" || path === "/healthz") {
      send(response, nextRequestId(), { status: 200, body: { status: "ok" } });
    } else if (path === "/readyz") {
      void answerReadiness(services, response);
    } else {
      if (expectsContinue) response.writeContinue();
      pages(request, response);
    }
  };
  const server = createServer({
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    noDelay: true,
  });
  server.on("request", (request, response) => handle(request, response, false));
  // Leave to send a body is given after the headers were judged, and not by default
  server.on("checkContinue", (request, response) => handle(request, response, true));
  server.on("clientError", refuseConnection);
  return server;
}

async function answerReadiness(services: Services, response: ServerResponse): Promise<void> {
  const report = await services.readiness.report();
  send(response, nextRequestId(), { status: report.ready ? 200 : 503, body: report });
}

/** What cannot be read as a request gets a status line and no more; the connection is of no further use. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const status =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? "408 Request Timeout"
      : error.code === "HPE_HEADER_OVERFLOW"
        ? "431 Request Header Fields Too Large"
        : "400 Bad Request";
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
