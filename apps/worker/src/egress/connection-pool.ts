import { abortFailure } from "./abort.ts";
import { Connection } from "./connection.ts";
import type { Destination, Dial, DialOutcome } from "./dial.ts";
import type { Failure } from "./exchange.ts";

export type PoolOptions = {
  dial: Dial;
  maxConnectionsPerHost: (host: string) => number;
  /** Unused connections kept over all hosts; the one unused longest goes first. */
  maxIdleConnections: number;
};

export type AcquireOptions = { destination: Destination; tenantId: string; signal: AbortSignal; isFresh: boolean };

export type Acquired = { ok: true; connection: Connection } | Exclude<DialOutcome, { ok: true }>;

export type ConnectionPool = {
  /** A kept connection, a new one, or, at the host's cap, the next one that becomes free. With `isFresh` always a new one. */
  acquire(options: AcquireOptions): Promise<Acquired>;
  /** Gives a connection back; a closed one only frees its place. */
  release(connection: Connection): void;
  stats(): { hosts: number; connections: number; idleConnections: number; waiting: number };
  /** Closes the unused connections. Those in use end with their request. */
  close(): void;
};

/** What a waiting request gets: a place among the host's connections, and what stands on it unless it is free. */
type Turn = { ok: true; connection?: Connection } | Failure;

/** `places` counts connections that exist or are being dialled. The last idle one is the most recently used. */
type Host = { key: string; places: number; idle: Connection[]; waiters: Set<(turn: Turn) => void> };

export function createConnectionPool({ dial, maxConnectionsPerHost, maxIdleConnections }: PoolOptions): ConnectionPool {
  const hosts = new Map<string, Host>();
  /** Every connection the pool knows, and where it belongs. */
  const homes = new Map<Connection, Host>();
  /** Over all hosts, in the order they became idle. */
  const idle = new Set<Connection>();
  let waiting = 0;

  function hostOf({ scheme, hostname, port }: Destination): Host {
    const key = `${scheme} ${hostname} ${port}`;
    return hosts.get(key) ?? { key, places: 0, idle: [], waiters: new Set() };
  }

  function takeIdle(host: Host): Connection | undefined {
    for (let connection = host.idle.pop(); connection !== undefined; connection = host.idle.pop()) {
      idle.delete(connection);
      if (connection.isOpen) return connection;
      drop(connection, host);
    }
    return undefined;
  }

  /** Closes a connection whose place goes to somebody else. */
  function forget(connection: Connection, host: Host): void {
    homes.delete(connection);
    idle.delete(connection);
    host.idle = host.idle.filter((candidate) => candidate !== connection);
    connection.close();
  }

  function drop(connection: Connection, host: Host): void {
    forget(connection, host);
    freePlace(host);
  }

  /** A host is known while it has a place in use, so nothing is kept for hosts that are not called any more. */
  function takePlace(host: Host): void {
    host.places++;
    hosts.set(host.key, host);
  }

  function freePlace(host: Host): void {
    const [next] = host.waiters;
    if (next === undefined) host.places--;
    else next({ ok: true });
    if (host.places === 0) hosts.delete(host.key);
  }

  function waitForTurn(host: Host, signal: AbortSignal): Promise<Turn> {
    return new Promise((resolve) => {
      const take = (turn: Turn) => {
        waiting--;
        host.waiters.delete(take);
        signal.removeEventListener("abort", onAbort);
        resolve(turn);
      };
      const onAbort = () => take(abortFailure(signal));
      waiting++;
      host.waiters.add(take);
      signal.addEventListener("abort", onAbort, { once: true });
    });
  }

  async function dialInPlace(host: Host, { destination, tenantId, signal }: AcquireOptions): Promise<Acquired> {
    const dialled = await dial(destination, tenantId, signal);
    if (!dialled.ok) {
      freePlace(host);
      return dialled;
    }
    const connection = new Connection(destination, dialled.socket, dialled.remoteAddress, dialled.timings);
    homes.set(connection, host);
    connection.onClose(() => {
      // In use: its request sees the end and releases it.
      if (idle.has(connection)) drop(connection, host);
    });
    return { ok: true, connection };
  }

  return {
    async acquire(options) {
      const { destination, signal, isFresh } = options;
      if (signal.aborted) return { ...abortFailure(signal), timings: {} };
      const host = hostOf(destination);
      const kept = isFresh ? undefined : takeIdle(host);
      if (kept !== undefined) return { ok: true, connection: kept };
      if (host.places < maxConnectionsPerHost(destination.authority)) {
        takePlace(host);
        return dialInPlace(host, options);
      }
      // Only a fresh request meets idle connections here: the one unused longest makes room for it.
      const turn: Turn = host.idle[0] === undefined ? await waitForTurn(host, signal) : { ok: true, connection: host.idle[0] };
      if (!turn.ok) return { ...turn, timings: {} };
      if (turn.connection !== undefined && !isFresh) return { ok: true, connection: turn.connection };
      if (turn.connection !== undefined) forget(turn.connection, host);
      return dialInPlace(host, options);
    },

    release(connection) {
      const host = homes.get(connection);
      if (host === undefined) return;
      if (!connection.isOpen) return drop(connection, host);
      const [next] = host.waiters;
      if (next !== undefined) return next({ ok: true, connection });
      host.idle.push(connection);
      idle.add(connection);
      if (idle.size <= maxIdleConnections) return;
      const [oldest] = idle;
      const home = oldest === undefined ? undefined : homes.get(oldest);
      if (oldest !== undefined && home !== undefined) drop(oldest, home);
    },

    stats: () => ({ hosts: hosts.size, connections: homes.size, idleConnections: idle.size, waiting }),

    close() {
      for (const connection of [...idle]) {
        const host = homes.get(connection);
        if (host !== undefined) drop(connection, host);
      }
    },
  };
}
