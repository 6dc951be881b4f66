import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A probe's answer: whether all is well, and in which respects. */
export interface ProbeAnswer {
  ok: boolean;
  /** By name: `true`, or what is wrong in a few words. */
  checks: Readonly<Record<string, true | string>>;
}

export interface OpsHandlers {
  /** Answers `/livez`: is this process worth keeping? One that is not should be started again. */
  live: () => ProbeAnswer;
  /** Answers `/readyz`: does this process do its work now? */
  ready: () => ProbeAnswer | Promise<ProbeAnswer>;
  /** Answers `/metrics`, in the text format of Prometheus. */
  metrics: () => Promise<string>;
}

export interface OpsServer {
  /** Where this machine reaches it, also when any port or every address was asked for. No slash at its end. */
  url: string;
  stop: () => Promise<void>;
}

const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/**
 * The operator's port: two probes and the metrics, apart from what customers reach. It asks nobody who they are, so it belongs on the
 * loopback address or behind a fence of the operator's.
 * @param at port 0 takes any free one
 * @throws Error when it cannot listen there
 */
export async function startOpsServer(at: { port: number; host: string }, handlers: OpsHandlers): Promise<OpsServer> {
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0];
    request.resume();
    if (request.method !== "GET" && request.method !== "HEAD") return send(response, 405, "text/plain", "GET only\n");
    if (path === "/livez") return sendProbe(response, handlers.live());
    if (path === "/readyz") return void answer(response, async () => sendProbe(response, await handlers.ready()));
    if (path === "/metrics") return void answer(response, async () => send(response, 200, METRICS_TYPE, await handlers.metrics()));
    send(response, 404, "text/plain", "/livez, /readyz and /metrics are here\n");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ ...at, exclusive: true }, resolve);
  });
  return {
    url: urlOf(at.host, (server.address() as AddressInfo).port),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function urlOf(host: string, port: number): string {
  const reached = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}

/** What fails here must not end the process that it watches. */
async function answer(response: ServerResponse, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    send(response, 500, "text/plain", `${(error as Error).message}\n`);
  }
}

function sendProbe(response: ServerResponse, { ok, checks }: ProbeAnswer): void {
  send(response, ok ? 200 : 503, "application/json", `${JSON.stringify({ status: ok ? "ok" : "failing", checks })}\n`);
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  if (response.headersSent) return;
  response.writeHead(status, { "content-type": type, "cache-control": "no-store", "content-length": Buffer.byteLength(text) });
  response.end(text);
}
