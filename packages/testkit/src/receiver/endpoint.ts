import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerRequest } from "./answer-request.ts";
import { arrivalOf } from "./arrival.ts";
import type { Behaviour, ReceivedRequest } from "./behaviour.ts";
import type { ReceiverLedger } from "./receiver-ledger.ts";
import { type SignatureVerdict, signatureCheck } from "./signature-check.ts";

/** What happened at one endpoint so far. */
export interface EndpointCounts {
  /** Complete requests. */
  readonly received: number;
  /** Answers handed to the operating system, by status. */
  readonly sent: Readonly<Record<number, number>>;
  /** Verdicts on the signatures of what was received. */
  readonly signatures: Readonly<Record<SignatureVerdict, number>>;
  /** Requests whose client went away, or was cut off, before the body was complete; they are not in the ledger. */
  readonly incomplete: number;
}

export interface EndpointOptions {
  readonly name: string;
  readonly behaviour: Behaviour;
  readonly ledger: ReceiverLedger;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Take any free port when `port` is taken, instead of failing. */
  readonly orAnyPort: boolean;
  /** How many of the latest requests stay readable with their bodies. */
  readonly keepRequests: number;
}

/** One listening port with one behaviour. */
export interface Endpoint {
  readonly port: number;
  set(behaviour: Behaviour): void;
  setSecret(secret: string | null): void;
  counts(): EndpointCounts;
  requests(): readonly ReceivedRequest[];
  /** Cuts every connection and closes the port. Throws what a scripted behaviour threw, if one did. */
  stop(): Promise<void>;
}

const keepAliveTimeoutMs = 60_000;

/** Tells requests of this process from those of others that write to the same ledger. */
const processTag = `${process.pid}.${Date.now().toString(36)}`;
let requestsInProcess = 0;

/**
 * Listens on one port.
 *
 * @throws the listen error (`EADDRINUSE`, `EACCES` …) unless `orAnyPort` helps.
 */
export async function openEndpoint(options: EndpointOptions): Promise<Endpoint> {
  const { name, ledger, keepRequests } = options;
  let behaviour = options.behaviour;
  let check = signatureCheck(null);
  let received = 0;
  let incomplete = 0;
  const sent: Record<number, number> = {};
  const signatures: Record<SignatureVerdict, number> = { valid: 0, invalid: 0, outside_tolerance: 0, unchecked: 0 };
  const requests: ReceivedRequest[] = [];
  const scriptErrors: unknown[] = [];
  let stopped = false;

  const recordSent = (requestId: string, status: number) => {
    ledger.sent(requestId, status, Date.now());
    sent[status] = (sent[status] ?? 0) + 1;
  };

  const onComplete = (message: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const request: ReceivedRequest = {
      endpoint: name,
      method: message.method ?? "",
      path: message.url ?? "",
      headers: message.headers,
      body,
      arrivedAtMs: Date.now(),
    };
    received += 1;
    const signature = check(body, message.headers);
    signatures[signature] += 1;
    const requestId = `${processTag}.${++requestsInProcess}`;
    const written = ledger.arrived(arrivalOf(requestId, request, signature));
    requests.push(request);
    if (requests.length > keepRequests) requests.shift();
    const n = received;
    let answered = false;
    const onSent = (status: number) => {
      answered = true;
      recordSent(requestId, status);
    };
    response.once("close", () => {
      if (!answered && !stopped) ledger.gone(requestId, Date.now());
    });
    const answer = () => answerRequest(behaviour, request, n, response, onSent);
    (written ? written.then(answer) : answer()).catch((error: unknown) => {
      scriptErrors.push(error);
      response.socket?.resetAndDestroy();
    });
  };

  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs, requestTimeout: 0, headersTimeout: 0 }, (message, response) => {
    const chunks: Buffer[] = [];
    message.on("data", (chunk: Buffer) => chunks.push(chunk));
    message.on("end", () => onComplete(message, response, chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    message.on("error", () => {});
    message.on("close", () => {
      if (!message.complete) incomplete += 1;
    });
  });
  const port = await listen(server, options);

  return {
    port,
    set: (next) => {
      behaviour = next;
    },
    setSecret: (secret) => {
      check = signatureCheck(secret);
    },
    counts: () => ({ received, sent: { ...sent }, signatures: { ...signatures }, incomplete }),
    requests: () => requests,
    stop: async () => {
      stopped = true;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      if (scriptErrors.length > 0) throw new AggregateError(scriptErrors, `the script of receiver ${name} failed`);
    },
  };
}

async function listen(server: Server, { host, port, orAnyPort }: EndpointOptions): Promise<number> {
  const attempt = (wanted: number) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(wanted, host, () => {
        server.off("error", reject);
        resolve();
      });
    });
  try {
    await attempt(port);
  } catch (error) {
    if (!orAnyPort || (error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    await attempt(0);
  }
  return (server.address() as AddressInfo).port;
}
