import type { Socket } from "node:net";
import { Client, type Dispatcher } from "undici";
import type { Destination, DialTimings } from "./dial.ts";
import { type ReadOutcome, readResponse } from "./read-response.ts";

/** Names and values of an answer's headers together, and of its trailers: one header of 15 KB fits. */
const MAX_RESPONSE_HEADER_BYTES = 16_384;

/** How long an unused connection is kept, unless the receiver's keep-alive hint says less. */
const KEEP_ALIVE_MS = 10_000;

/** Taken off a receiver's own keep-alive hint, because its clock started before ours. */
const KEEP_ALIVE_MARGIN_MS = 1_000;

/**
 * One checked socket and the HTTP/1.1 client that speaks on it. The client is given this socket once and never another:
 * a connection that ends is replaced by a new Connection, which was dialled and judged anew.
 */
export class Connection {
  readonly remoteAddress: string;
  readonly timings: DialTimings;
  readonly #socket: Socket;
  readonly #client: Client;
  #requestsSent = 0;

  constructor(destination: Destination, socket: Socket, remoteAddress: string, timings: DialTimings) {
    this.remoteAddress = remoteAddress;
    this.timings = timings;
    this.#socket = socket;
    this.#client = createClient(destination, socket);
  }

  /** False once either side closed it. */
  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  get wasUsed(): boolean {
    return this.#requestsSent > 0;
  }

  onClose(listener: () => void): void {
    this.#socket.once("close", listener);
  }

  /** One request at a time. When the answer was not read to its end, the connection is closed with it. */
  async send(request: Dispatcher.DispatchOptions, maxBodyBytes: number, signal: AbortSignal): Promise<ReadOutcome> {
    this.#requestsSent++;
    const outcome = await readResponse(this.#client, request, maxBodyBytes, signal);
    const isComplete = outcome.kind === "response" && !outcome.isTruncated && outcome.bodyError === undefined;
    if (!isComplete) this.close();
    return outcome;
  }

  close(): void {
    this.#socket.destroy();
    void this.#client.destroy();
  }
}

function createClient({ scheme, hostname, port }: Destination, socket: Socket): Client {
  let isHandedOver = false;
  const origin = `${scheme}://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
  return new Client(origin, {
    // Not in the same turn: the client expects a connection to take time.
    connect: (_options, callback) =>
      queueMicrotask(() => {
        if (isHandedOver || socket.destroyed) return callback(new ConnectionGone(), null);
        isHandedOver = true;
        callback(null, socket);
      }),
    allowH2: false,
    pipelining: 1,
    // The total deadline of the request covers both; an idle timer alone never ends a dripping body.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_RESPONSE_HEADER_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    keepAliveTimeoutThreshold: KEEP_ALIVE_MARGIN_MS,
  });
}

/** Its code is that of a reset, since that is what happened: unlike a socket error of undici it fails the request at once. */
class ConnectionGone extends Error {
  readonly code = "ECONNRESET";
  constructor() {
    super("the connection was closed before the request was sent");
  }
}
