import { hash } from "node:crypto";
import type { ReceivedRequest } from "./behaviour.ts";
import { sliceEnvelope } from "./envelope.ts";
import type { Arrival } from "./receiver-ledger.ts";
import type { SignatureVerdict } from "./signature-check.ts";

/** What the ledger says about a request. */
export function arrivalOf(requestId: string, request: ReceivedRequest, signature: SignatureVerdict): Arrival {
  const { endpoint, path, headers, body, arrivedAtMs } = request;
  const envelope = sliceEnvelope(body);
  return {
    requestId,
    endpoint,
    path,
    webhookId: textOf(headers["webhook-id"]),
    idempotencyKey: textOf(headers["idempotency-key"]),
    attempt: wholeNumber(headers["x-attempt"]),
    timestampSeconds: wholeNumber(headers["webhook-timestamp"]),
    signature,
    bodySha256: hash("sha256", body),
    bodyBytes: body.length,
    envelopeId: envelope?.id ?? null,
    dataSha256: envelope === null ? null : hash("sha256", envelope.data),
    arrivedAtMs,
  };
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === "string" ? value : (value?.join(", ") ?? "");
}

function wholeNumber(value: string | string[] | undefined): number | null {
  return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : null;
}
