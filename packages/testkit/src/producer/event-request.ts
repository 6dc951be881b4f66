import { type Agent, request as httpRequest } from "node:http";
import type { Outcome } from "./producer-ledger.ts";

export interface EventRequest {
  readonly url: URL;
  readonly apiKey: string;
  readonly agent: Agent;
  readonly body: Buffer;
  /** From the first byte sent to the last byte received, milliseconds. */
  readonly timeoutMs: number;
}

/**
 * The body of `POST /v1/events` around the payload's bytes, which go in as they are: spacing, key order and number spelling survive, and so
 * does a payload that is no JSON at all.
 */
export function eventRequestBody(type: string, payload: Uint8Array, idempotencyKey: string | null): Buffer {
  const key = idempotencyKey === null ? "" : `"idempotency_key":${JSON.stringify(idempotencyKey)},`;
  return Buffer.concat([Buffer.from(`{"type":${JSON.stringify(type)},${key}"payload":`), payload, Buffer.from("}")]);
}

/** Sends one request and says what came of it. Never throws: whatever goes wrong on the way is `unknown`. */
export function sendEvent({ url, apiKey, agent, body, timeoutMs }: EventRequest): Promise<Outcome> {
  return new Promise((resolve) => {
    const unknown = (detail: string) => resolve({ kind: "unknown", detail, atMs: Date.now() });
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json", "content-length": body.length };
    const signal = AbortSignal.timeout(timeoutMs);
    const request = httpRequest(url, { method: "POST", agent, headers, signal }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", (error) => unknown(error.message));
      response.on("end", () => resolve(readAnswer(response.statusCode ?? 0, Buffer.concat(chunks).toString())));
    });
    request.on("error", (error: NodeJS.ErrnoException) =>
      unknown(signal.aborted ? `no answer within ${timeoutMs} ms` : (error.code ?? error.message)),
    );
    request.end(body);
  });
}

/** 202 with an event id is accepted, 4xx is refused; everything else leaves open what happened. */
function readAnswer(status: number, text: string): Outcome {
  const atMs = Date.now();
  const answer = parseObject(text);
  if (status === 202 && typeof answer?.event_id === "string") {
    const deliveries = typeof answer.deliveries === "number" ? answer.deliveries : null;
    const shed = Array.isArray(answer.shed) ? answer.shed.map(String) : [];
    return { kind: "accepted", eventId: answer.event_id, deliveries, shed, atMs };
  }
  if (status >= 400 && status < 500) return { kind: "refused", status, code: typeof answer?.code === "string" ? answer.code : null, atMs };
  return { kind: "unknown", detail: `status ${status}`, atMs };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
