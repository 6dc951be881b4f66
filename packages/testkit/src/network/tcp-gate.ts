import { connect, createServer, type Socket } from "node:net";

/** Stands between a process and its database: an outage of the network, or of the server behind it, is made here. */
export interface TcpGate {
  port: number;
  /** Ends every connection and takes no new one. */
  shut(): void;
  open(): void;
  /**
   * From now on nothing passes any more on the connections that there are: they stay open on both sides, and neither hears of the other.
   * New ones are served.
   */
  silence(): void;
  /** From now on the server hears what is said on the connections that there are, and its answers are lost. */
  loseAnswers(): void;
  close(): Promise<void>;
}

/** @param target host and port of the real server */
export async function openTcpGate(target: { host: string; port: number }): Promise<TcpGate> {
  const sockets = new Set<Socket>();
  const upstreams = new Set<Socket>();
  let isOpen = true;
  const server = createServer((client) => {
    if (!isOpen) return void client.destroy();
    const upstream = connect(target);
    upstreams.add(upstream);
    upstream.once("close", () => upstreams.delete(upstream));
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
    silence: () => {
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
        // Where one side gives up, the other is not told: it could be anywhere
        socket.removeAllListeners("close");
        socket.once("close", () => sockets.delete(socket));
      }
    },
    loseAnswers: () => {
      for (const upstream of upstreams) upstream.unpipe().resume();
    },
    close: async () => {
      shut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A gate before the server of a database URL, and the URL that leads through it. */
export async function gateBefore(databaseUrl: string): Promise<{ gate: TcpGate; url: string }> {
  const direct = new URL(databaseUrl);
  const gate = await openTcpGate({ host: direct.hostname, port: Number(direct.port) });
  return { gate, url: Object.assign(new URL(databaseUrl), { hostname: "127.0.0.1", port: String(gate.port) }).href };
}
