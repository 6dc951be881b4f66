import type { IncomingMessage, ServerResponse } from "node:http";
import type { Container } from "../container.ts";
import { parseTrustedProxies } from "../server/auth/client-address.ts";
import { describeRequest } from "../server/auth/describe-request.ts";
import { handleAuth } from "../server/auth/handle-auth.ts";
import { handleAuditExport } from "../server/exports/handle-audit-export.ts";
import { handleDeliveriesExport } from "../server/exports/handle-deliveries-export.ts";
import { handleWorkspaceExport } from "../server/exports/handle-workspace-export.ts";
import type { Handler } from "../server/http/create-server.ts";
import { securePage } from "../server/http/page-security.ts";
import { handleTrpc } from "../server/trpc/handle-trpc.ts";

const handlers: readonly (readonly [path: string, handle: (container: Container, request: Request) => Promise<Response>])[] = [
  ["/api/auth/", handleAuth],
  ["/api/trpc/", handleTrpc],
  ["/api/exports/deliveries", handleDeliveriesExport],
  ["/api/exports/audit", handleAuditExport],
  ["/api/exports/workspace", handleWorkspaceExport],
];

/** Serves sign-in, tRPC and exports the way the server does, without the pages' framework in between. */
export const serveDashboard =
  (container: Container, trustedProxies = ""): Handler =>
  (request, response) => {
    const proxies = parseTrustedProxies(trustedProxies);
    if (!proxies.ok) throw new Error(proxies.problems.join("\n"));
    securePage({ publicUrl: container.publicUrl, dev: false }, request, response);
    describeRequest(request, proxies.proxies);
    void answer(container, request, response);
  };

async function answer(container: Container, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const web = await toRequest(request);
  const { pathname } = new URL(web.url);
  const [, handle] = handlers.find(([path]) => pathname.startsWith(path)) ?? [];
  const answered = handle ? await handle(container, web) : new Response("page", { status: 404 });
  const headers = Object.fromEntries(answered.headers);
  response.writeHead(answered.status, { ...headers, ...(headers["set-cookie"] && { "set-cookie": answered.headers.getSetCookie() }) });
  response.end(Buffer.from(await answered.arrayBuffer()));
}

async function toRequest(request: IncomingMessage): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  return new Request(new URL(request.url ?? "/", `http://${request.headers.host}`), {
    method: request.method ?? "GET",
    headers,
    ...(hasBody && { body: Buffer.concat(chunks) }),
  });
}
