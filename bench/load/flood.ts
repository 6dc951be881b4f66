/**
 * A producer in a process of its own: posts events over kept connections, as fast as they are accepted or at a steady rate. It speaks HTTP by hand, since
 * what it costs is taken from what it measures. Argument: `FloodOrder` as JSON. Its parent may tell it how many were received; it answers `FloodResult`.
 */
import { connect, type Socket } from "node:net";
import { quantile } from "../statistics.ts";
import { eventText, SENT_AT, SENT_AT_DIGITS } from "./payload.ts";
import type { FloodOrder, FloodResult } from "./start-flood.ts";

const order = JSON.parse(process.argv[2] as string) as FloodOrder;
const url = new URL(order.url);
const TICK_MS = 4;
const templates = order.types.map(template);
const latencies: number[] = [];
const idle: Connection[] = [];
const start = Date.now();
let sent = 0;
let accepted = 0;
let received = 0;

function template(type: string): { bytes: Buffer; timeAt: number } {
  const body = eventText(type);
  const headers = {
    ...order.headers,
    host: url.host,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = Buffer.from(`POST ${url.pathname} HTTP/1.1\r\n${head.join("")}\r\n${body}`);
  return { bytes, timeAt: bytes.indexOf(SENT_AT) + SENT_AT.length };
}

class Connection {
  readonly #socket: Socket;
  #dueMs = 0;
  #text = "";

  constructor() {
    this.#socket = connect({ port: Number(url.port), host: url.hostname, noDelay: true });
    this.#socket.on("data", (chunk) => this.#read(chunk));
    this.#socket.on("error", fail).on("close", () => fail(new Error("the server closed a connection")));
    this.#socket.once("connect", () => idle.push(this));
  }

  /** @param dueMs when it was to be sent: waiting for a free connection is part of its delay */
  send(dueMs: number): void {
    const { bytes, timeAt } = templates[sent++ % templates.length] as { bytes: Buffer; timeAt: number };
    const request = Buffer.from(bytes);
    request.write(String(dueMs).padStart(SENT_AT_DIGITS, "0"), timeAt, "latin1");
    this.#dueMs = dueMs;
    this.#socket.write(request);
  }

  #read(chunk: Buffer): void {
    this.#text += chunk.toString("latin1");
    const headEnd = this.#text.indexOf("\r\n\r\n");
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.#text)?.[1];
    if (headEnd === -1) return;
    if (length === undefined) fail(new Error(`an answer without a length: ${this.#text}`));
    if (this.#text.length < headEnd + 4 + Number(length)) return;
    if (!this.#text.startsWith("HTTP/1.1 202")) fail(new Error(`not accepted: ${this.#text}`));
    this.#text = "";
    accepted++;
    latencies.push(Date.now() - this.#dueMs);
    idle.push(this);
    pump();
  }
}

function fail(error: Error): never {
  console.error(`flood: ${error.message}`);
  process.exit(1);
}

/** When the next event is due; undefined: not now. */
function nextDue(nowMs: number): number | undefined {
  if (order.count !== undefined && sent >= order.count) return undefined;
  if (order.seconds !== undefined && nowMs >= start + order.seconds * 1_000) return undefined;
  if (order.lead !== undefined && sent - received >= order.lead) return undefined;
  if (order.ratePerSecond === undefined) return nowMs;
  const dueMs = start + Math.floor((sent * 1_000) / order.ratePerSecond);
  return dueMs <= nowMs ? dueMs : undefined;
}

function pump(): void {
  const now = Date.now();
  while (idle.length > 0) {
    const due = nextDue(now);
    if (due === undefined) break;
    (idle.pop() as Connection).send(due);
  }
  const isOver = sent === order.count || (order.seconds !== undefined && now >= start + order.seconds * 1_000);
  if (isOver && accepted === sent && sent > 0) finish(now);
}

function finish(nowMs: number): void {
  const result: FloodResult = {
    accepted,
    seconds: (nowMs - start) / 1_000,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  };
  process.send?.(result, () => process.exit(0));
}

for (let i = 0; i < order.connections; i++) new Connection();
setInterval(pump, TICK_MS);
process.on("message", (message: { received: number }) => {
  received = message.received;
  pump();
});
process.on("disconnect", () => process.exit(0));
