import { connect, type Socket } from "node:net";
import { startTcpServer } from "./tcp-servers.ts";

/** A way to a port on which things go wrong when they are told to. */
export interface FaultyProxy {
  readonly port: number;
  /** Every chunk arrives so much later, milliseconds. */
  delay(ms: number): void;
  /** The share of chunks at which the connection is reset instead, 0 to 1. */
  reset(share: number): void;
  /** Nothing passes until `thaw`; then everything that waited does. */
  freeze(): void;
  thaw(): void;
  /** Connections that are open now pass nothing any more and are not closed either. New ones work. */
  dropSilently(): void;
  close(): Promise<void>;
}

/** @param random numbers in [0, 1) */
export async function startFaultyProxy(targetPort: number, random: () => number): Promise<FaultyProxy> {
  let delayMs = 0;
  let resetShare = 0;
  let frozen = false;
  const pairs = new Set<readonly [Socket, Socket]>();
  const dead = new WeakSet<Socket>();

  const carry = (from: Socket, to: Socket): void => {
    from.on("data", (chunk: Buffer) => {
      if (dead.has(from)) return;
      if (random() < resetShare) {
        from.resetAndDestroy();
        to.resetAndDestroy();
      } else if (delayMs > 0) {
        // Timers of the same length fire in the order they were set
        setTimeout(() => to.write(chunk), delayMs);
      } else if (!to.write(chunk)) {
        from.pause();
        to.once("drain", () => {
          if (!frozen) from.resume();
        });
      }
    });
    from.once("close", () => {
      if (!dead.has(from)) to.destroy();
    });
  };
  const server = await startTcpServer((client) => {
    const upstream = connect(targetPort, "127.0.0.1");
    upstream.on("error", () => client.destroy());
    const pair = [client, upstream] as const;
    pairs.add(pair);
    client.once("close", () => pairs.delete(pair));
    carry(client, upstream);
    carry(upstream, client);
    if (frozen) for (const socket of pair) socket.pause();
  });
  const each = (action: (socket: Socket) => void) => {
    for (const pair of pairs) pair.forEach(action);
  };
  return {
    port: server.port,
    delay: (ms) => {
      delayMs = ms;
    },
    reset: (share) => {
      resetShare = share;
    },
    freeze: () => {
      frozen = true;
      each((socket) => socket.pause());
    },
    thaw: () => {
      frozen = false;
      each((socket) => socket.resume());
    },
    dropSilently: () => each((socket) => dead.add(socket)),
    close: async () => {
      each((socket) => socket.destroy());
      await server.close();
    },
  };
}
