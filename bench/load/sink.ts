/**
 * Receivers in a process of their own: answer 200 at once, count, and keep how long each event took from when it was due to be sent.
 * Argument: how many hosts (ports). Tells its parent `{ports}`; then `{reset}`, `{report}` and `{follow}` are its orders.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { quantile } from "../statistics.ts";
import { sentAt } from "./payload.ts";
import type { SinkReport } from "./start-sink.ts";

const FOLLOW_MS = 5;
let received = 0;
let firstMs: number | null = null;
let lastMs: number | null = null;
let delays: number[] = [];
let isFollowed = false;
let told = 0;

function listen(): Promise<Server> {
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    let first: Buffer | undefined;
    request.on("data", (chunk: Buffer) => {
      first ??= chunk;
    });
    request.on("end", () => {
      const now = Date.now();
      const at = first && sentAt(first);
      if (at !== undefined) delays.push(now - at);
      received++;
      firstMs ??= now;
      lastMs = now;
      response.writeHead(200, { "content-type": "text/plain", "content-length": 2 }).end("ok");
    });
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

const servers = await Promise.all(Array.from({ length: Number(process.argv[2]) }, listen));
process.send?.({ ports: servers.map((server) => (server.address() as AddressInfo).port) });
setInterval(() => {
  if (!isFollowed || told === received) return;
  told = received;
  process.send?.({ received });
}, FOLLOW_MS);
process.on("message", (order: "reset" | "report" | "follow" | "unfollow") => {
  if (order === "reset") {
    received = 0;
    told = 0;
    firstMs = null;
    lastMs = null;
    delays = [];
  }
  if (order === "follow" || order === "unfollow") {
    isFollowed = order === "follow";
    told = -1; // whoever begins to follow hears what there is already
  } else {
    const [p50Ms, p99Ms] = delays.length > 0 ? [quantile(delays, 0.5), quantile(delays, 0.99)] : [null, null];
    process.send?.({ report: { received, firstMs, lastMs, p50Ms, p99Ms } satisfies SinkReport });
  }
});
process.on("disconnect", () => process.exit(0));
