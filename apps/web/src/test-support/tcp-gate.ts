import { connect, createServer, type Socket } from "node:net";

/** Stands between a process and its database, and can be shut: an outage of the network, or of the server behind it. */
export interface TcpGate {
  port: number;
  /** Ends every connection and takes no new one. */
  shut(): void;
  open(): void;
  close(): Promise<void>;
}

/** @param target host and port of the real server */
export async function openTcpGate(target: { host: string; port: number }): Promise<TcpGate> {
  const sockets = new Set<Socket>();
  let isOpen = true;
  const server = createServer((client) => {
    if (!isOpen) return void client.destroy();
    const upstream = connect(target);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const shut = (): void => {
    isOpen = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    shut,
    open: () => {
      isOpen = true;
    },
    close: async () => {
      shut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
