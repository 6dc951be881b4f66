import type { IncomingMessage, ServerResponse } from "node:http";

const MAX_BYTES = 16 * 1_024 * 1_024;
const MAX_MS = 5_000;

/**
 * After an answer that did not need the rest of the request: lets a client that still sends read its answer. What it sends is dropped unread; a client
 * that does not stop is cut off. (Closing at once would reset the connection, and the answer with it.)
 */
export function discardRest(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || request.destroyed) return;
  let bytes = 0;
  const stop = (): void => {
    clearTimeout(timer);
    request.socket.destroy();
  };
  const timer = setTimeout(stop, MAX_MS);
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) stop();
  });
  request.on("end", () => clearTimeout(timer));
  request.on("close", () => clearTimeout(timer));
  request.on("error", () => clearTimeout(timer));
  response.on("error", stop);
}
