import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A listening port of this process. */
export interface TcpServer {
  readonly port: number;
  /** Connections that were accepted so far. */
  connections(): number;
  /** Cuts every connection and closes the port. */
  close(): Promise<void>;
}

/** Hands each connection over as it is: for what no HTTP server would do. */
export async function startTcpServer(onConnection: (socket: Socket) => void): Promise<TcpServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
    onConnection(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A way to a port that ends each connection which nothing has passed over for a while, as some load balancers do. */
export function startIdleClosingProxy(targetPort: number, idleMs: number): Promise<TcpServer> {
  return startTcpServer((socket) => {
    const upstream = connect(targetPort, "127.0.0.1");
    upstream.on("error", () => socket.destroy());
    socket.setTimeout(idleMs, () => socket.end());
    socket.pipe(upstream);
    upstream.pipe(socket);
    socket.once("close", () => upstream.destroy());
    upstream.once("close", () => socket.destroy());
  });
}

/** A port that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  const server = await startTcpServer((socket) => socket.destroy());
  await server.close();
  return server.port;
}
