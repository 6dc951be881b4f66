import { connect, createServer, type Socket } from "node:net";

export interface CuttingProxy {
  readonly port: number;
  /** Connections taken so far. */
  connections(): number;
  stop(): Promise<void>;
}

/**
 * Stands before a server and cuts its first connections in the middle of the answer: the request arrives and is carried out, and the client
 * gets no more than the answer's first bytes.
 * @param cuts how many connections are cut
 * @param passedBytes how much of an answer comes through before; a negative number is what is kept back of it
 */
export async function startCuttingProxy(target: { port: number }, cuts: number, passedBytes: number): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  let taken = 0;
  const server = createServer((client) => {
    const isCut = ++taken <= cuts;
    const upstream = connect(target.port, "127.0.0.1");
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
    }
    client.pipe(upstream);
    if (!isCut) upstream.pipe(client);
    else upstream.once("data", (chunk: Buffer) => client.write(chunk.subarray(0, passedBytes), () => client.destroySoon()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as { port: number }).port,
    connections: () => taken,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
