import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";

/** A scripted receiver on raw TCP: it counts connections, keeps what arrived, and answers as the script says. */
export type Receiver = {
  port: number;
  url(path?: string): string;
  /** Every connection ever made, newest last. */
  connections: Socket[];
  /** Bytes received on all connections, as latin1 text. */
  received(): string;
  /** Complete requests seen (heads followed by their announced body). */
  requestCount(): number;
  close(): Promise<void>;
};

export type ReceiverScript = {
  /** Called once per connection. */
  onConnection?(socket: Socket, index: number): void;
  /** Called with each complete request; `index` counts over all connections. */
  onRequest?(socket: Socket, index: number): void;
};

export async function startReceiver(script: ReceiverScript, host = "127.0.0.1"): Promise<Receiver> {
  const connections: Socket[] = [];
  let text = "";
  let requests = 0;
  const server = createServer((socket) => {
    const index = connections.push(socket) - 1;
    let pending = "";
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      const piece = chunk.toString("latin1");
      text += piece;
      pending += piece;
      for (let length = requestLength(pending); length !== undefined; length = requestLength(pending)) {
        pending = pending.slice(length);
        requests++;
        script.onRequest?.(socket, requests - 1);
      }
    });
    script.onConnection?.(socket, index);
  });
  const port = await listen(server, host);
  return {
    port,
    url: (path = "/hook") => `http://${host.includes(":") ? `[${host}]` : host}:${port}${path}`,
    connections,
    received: () => text,
    requestCount: () => requests,
    async close() {
      for (const socket of connections) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

export async function listen(server: Server, host = "127.0.0.1"): Promise<number> {
  server.listen(0, host);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** A whole answer with a fixed body. */
export function answer(status: number, headers: Record<string, string> = {}, body = ""): string {
  const lines = Object.entries({ "content-length": String(Buffer.byteLength(body)), ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `HTTP/1.1 ${status} Said\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

function requestLength(text: string): number | undefined {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd === -1) return undefined;
  const length = headEnd + 4 + Number(/\r\ncontent-length: (\d+)\r\n/i.exec(text.slice(0, headEnd + 2))?.[1] ?? 0);
  return text.length >= length ? length : undefined;
}
