import type { Behaviour, ReceivedRequest } from "./behaviour.ts";
import { type Endpoint, type EndpointCounts, openEndpoint } from "./endpoint.ts";
import { memoryReceiverLedger, openReceiverLedger, type ReceivedCopy } from "./receiver-ledger.ts";

export interface StartReceiverOptions {
  /** One endpoint, with a port of its own, per name. */
  readonly behaviours: Readonly<Record<string, Behaviour>>;
  /** Where the ledger is appended to. Without a file it is kept in memory. */
  readonly ledgerFile?: string;
  /** Whether an arrival is on disk before it is answered. Default false: it survives any kill, but not a power cut. */
  readonly syncedLedger?: boolean;
  /** Port of the first endpoint; the next ones take the next numbers. Default: free ports. */
  readonly port?: number;
  /** Ports by endpoint name; they win over `port`. */
  readonly ports?: Readonly<Record<string, number>>;
  /** Take any free port where the wanted one is taken. Default false: fail. */
  readonly orAnyPort?: boolean;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** How many of an endpoint's latest requests stay readable with their bodies. Default 1,000. */
  readonly keepRequests?: number;
}

/** Scripted endpoints of one process. The port identifies the endpoint. */
export interface Receiver {
  /** Ports by endpoint name. */
  readonly ports: Readonly<Record<string, number>>;
  /** `http://host:port` + `path` (default `/`) of an endpoint. */
  url(endpoint: string, path?: string): string;
  /** Changes the behaviour for requests from now on. */
  set(endpoint: string, behaviour: Behaviour): void;
  /** Makes the endpoint check signatures with this secret (`whsec_…`), or stop checking them (null). */
  setSecret(endpoint: string, secret: string | null): void;
  counts(endpoint: string): EndpointCounts;
  /** The latest requests with their raw bodies, oldest first. */
  requests(endpoint: string): readonly ReceivedRequest[];
  /** The ledger so far, of all endpoints, in order of arrival. */
  copies(): ReceivedCopy[];
  /** Cuts every connection, closes the ports and the ledger. Throws what scripted behaviours threw. */
  stop(): Promise<void>;
}

/**
 * Starts one endpoint per behaviour; resolves when all of them listen.
 *
 * Methods that take an endpoint's name throw RangeError for an unknown one.
 *
 * @throws the listen error when a port cannot be had; nothing is left listening then.
 */
export async function startReceiver(options: StartReceiverOptions): Promise<Receiver> {
  const {
    behaviours,
    ledgerFile,
    syncedLedger = false,
    ports: wanted = {},
    port: firstPort,
    host = "127.0.0.1",
    keepRequests = 1_000,
    orAnyPort = false,
  } = options;
  const ledger = ledgerFile === undefined ? memoryReceiverLedger() : openReceiverLedger(ledgerFile, syncedLedger);
  const endpoints = new Map<string, Endpoint>();

  const stop = async () => {
    const stopped = await Promise.allSettled([...endpoints.values()].map((endpoint) => endpoint.stop()));
    ledger.close();
    for (const result of stopped) if (result.status === "rejected") throw result.reason;
  };

  try {
    for (const [name, behaviour] of Object.entries(behaviours)) {
      const port = wanted[name] ?? (firstPort ? firstPort + endpoints.size : 0);
      endpoints.set(name, await openEndpoint({ name, behaviour, ledger, host, port, orAnyPort, keepRequests }));
    }
  } catch (error) {
    await stop();
    throw error;
  }

  const endpointOf = (name: string) => {
    const endpoint = endpoints.get(name);
    if (endpoint === undefined) throw new RangeError(`no receiver is named ${name}`);
    return endpoint;
  };
  return {
    ports: Object.fromEntries([...endpoints].map(([name, { port }]) => [name, port])),
    url: (name, path = "/") => `http://${host.includes(":") ? `[${host}]` : host}:${endpointOf(name).port}${path}`,
    set: (name, behaviour) => endpointOf(name).set(behaviour),
    setSecret: (name, secret) => endpointOf(name).setSecret(secret),
    counts: (name) => endpointOf(name).counts(),
    requests: (name) => endpointOf(name).requests(),
    copies: () => ledger.read(),
    stop,
  };
}
