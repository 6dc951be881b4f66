import { hash } from "node:crypto";
import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { eventRequestBody, sendEvent } from "./event-request.ts";
import { openGroupCommitLog } from "./group-commit-log.ts";
import type { ProducedEvent } from "./produced-event.ts";
import { type Intent, joinProducerLines, type Outcome, type ProducerLine, type ProducerRecord } from "./producer-ledger.ts";
import { runStream, type StreamOptions, type StreamResult } from "./run-stream.ts";
import { createSlots } from "./slots.ts";

export interface ProducerOptions {
  /** `http://host:port` of the platform. */
  readonly baseUrl: string;
  /** `hk_…` with the scope `events:write`. */
  readonly apiKey: string;
  /** Where the ledger is appended to. */
  readonly ledgerFile: string;
  /** Requests in flight at a time, retries included. Default 64. */
  readonly maxInFlight?: number;
  /** How long one request may take, milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /** Pause before an unknown outcome is asked about again, milliseconds; doubles up to 16 times itself. Default 100. */
  readonly retryDelayMs?: number;
}

/** A client of the events API that keeps books of what it asked for and what it was told. */
export interface Producer {
  /**
   * Posts one event and retries with the same key while the outcome is unknown, until `giveUp` aborts (default: never).
   * Rejects only when the ledger cannot be written.
   */
  post(event: ProducedEvent, giveUp?: AbortSignal): Promise<ProducerRecord>;
  /** Posts a stream of events at a steady rate; resolves when every event is resolved or given up. */
  run(options: StreamOptions): Promise<StreamResult>;
  /** What this producer has in its ledger. */
  records(): ProducerRecord[];
  /** Waits for the ledger's last lines and closes connections. */
  close(): Promise<void>;
}

let producersInProcess = 0;

/**
 * Opens the ledger and makes a producer.
 *
 * @throws RangeError when `baseUrl` is not an `http:` URL; the file system's error when the ledger cannot be opened.
 */
export async function createProducer(options: ProducerOptions): Promise<Producer> {
  const { apiKey, ledgerFile, maxInFlight = 64, timeoutMs = 10_000, retryDelayMs = 100 } = options;
  const url = new URL("/v1/events", options.baseUrl);
  if (url.protocol !== "http:") throw new RangeError(`the producer speaks http only, not ${url.protocol}`);
  const log = await openGroupCommitLog(ledgerFile);
  const agent = new Agent({ keepAlive: true, maxSockets: maxInFlight });
  const slots = createSlots(maxInFlight);
  const lines: ProducerLine[] = [];
  const tag = `${process.pid}.${Date.now().toString(36)}.${++producersInProcess}`;
  let events = 0;

  const write = (line: ProducerLine) => {
    lines.push(line);
    return log.append(line);
  };

  const requestOnce = async (body: Buffer, giveUp: AbortSignal | undefined): Promise<Outcome> => {
    const release = await slots.take();
    try {
      if (giveUp?.aborted) return { kind: "unknown", detail: "given up before it was sent", atMs: Date.now() };
      return await sendEvent({ url, apiKey, agent, body, timeoutMs });
    } finally {
      release();
    }
  };

  const post = async (event: ProducedEvent, giveUp?: AbortSignal): Promise<ProducerRecord> => {
    const clientId = `${tag}.${++events}`;
    const payload = typeof event.payload === "string" ? Buffer.from(event.payload) : event.payload;
    const idempotencyKey = event.idempotencyKey === undefined ? clientId : event.idempotencyKey;
    const intent: Intent = {
      clientId,
      idempotencyKey,
      type: event.type,
      bodySha256: hash("sha256", withoutOuterSpace(payload)),
      targets: event.targets,
      atMs: Date.now(),
    };
    const body = eventRequestBody(event.type, payload, idempotencyKey);
    await write({ intent });
    for (let requests = 1; ; requests += 1) {
      const outcome = await requestOnce(body, giveUp);
      await write({ outcome, clientId });
      const record = { ...intent, outcome, requests, everUnknown: requests > 1 || outcome.kind === "unknown" };
      if (outcome.kind !== "unknown" || idempotencyKey === null) return record;
      if (!(await waited(retryDelayMs * 2 ** Math.min(requests - 1, 4), giveUp))) return record;
    }
  };

  return {
    post,
    run: (stream) => runStream(post, stream, maxInFlight),
    records: () => joinProducerLines(lines),
    close: async () => {
      await log.close();
      agent.destroy();
    },
  };
}

/** Whether the pause was sat out. */
async function waited(delayMs: number, giveUp: AbortSignal | undefined): Promise<boolean> {
  try {
    await pause(delayMs, undefined, giveUp ? { signal: giveUp } : {});
    return true;
  } catch {
    return false;
  }
}

const space = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** The JSON value itself: space around it belongs to the request's envelope, and the platform slices it off. */
function withoutOuterSpace(payload: Uint8Array): Uint8Array {
  let start = 0;
  let end = payload.length;
  while (start < end && space.has(payload[start] ?? 0)) start += 1;
  while (end > start && space.has(payload[end - 1] ?? 0)) end -= 1;
  return payload.subarray(start, end);
}
