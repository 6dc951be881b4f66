import { createHash } from "node:crypto";
import type { EventTypeIndex } from "../../accept/event-type-index.ts";
import { type PostedEvent, readEvent } from "../../accept/read-event.ts";
import type { Slice } from "../../accept/scan-envelope.ts";
import type { Recipients } from "../../accept/subscription-index.ts";
import { deriveKey } from "../../geo/derive-key.ts";
import type { GeometryChecker } from "../../geo/geometry-checker.ts";
import type { GeometryFault } from "../../geo/geometry-fault.ts";
import { readFeature } from "../../geo/read-feature.ts";
import { done, type Refusal, type Result, refuse } from "../../result.ts";

/** Whose event it is. */
export interface EventSender {
  tenantId: string;
  tenantKind: "customer" | "platform";
}

/** An event that may be accepted: judged by itself, not yet matched. */
export interface JudgedEvent {
  tenantId: string;
  type: string;
  /** What holds the payload; the payload's place in it. */
  source: Buffer;
  payload: Slice;
  idempotency: { key: string; fingerprint: Buffer } | undefined;
  hasDerivedKey: boolean;
  isBroadcast: boolean;
  recipients: Recipients;
  geojson: boolean;
  announceCompleted: boolean;
  /** The payload's value; parsed once, when it is first asked for. */
  value: () => unknown;
}

export interface JudgeServices {
  eventTypes: EventTypeIndex;
  geometries: GeometryChecker;
}

/** Reads an event and holds it against the rules of its type and of its sender's key. @param bytes the envelope's text */
export async function judgeEvent(
  { eventTypes, geometries }: JudgeServices,
  { tenantId, tenantKind }: EventSender,
  bytes: Buffer,
  headerKey: string | undefined,
): Promise<Result<JudgedEvent>> {
  const posted = readEvent(bytes, headerKey);
  if (!posted.ok) return posted;
  const { type, payload, audience, idempotencyKey } = posted.value;
  if (audience !== undefined && tenantKind !== "platform") {
    return refuse("forbidden", "Only platform keys may address an audience.", "audience");
  }
  const rules = eventTypes.rulesOf(tenantId, type);
  const value = once(() => JSON.parse(bytes.toString("utf8", payload.start, payload.end)) as unknown);
  let derivedKey: string | undefined;
  if (rules.isGeo) {
    const read = readFeature(value());
    if (!read.ok) return refuseGeometry(read.fault);
    const checked = await geometries.check(tenantId, read.feature);
    if (!checked.ok) return checked;
    if (checked.value) return refuseGeometry(checked.value);
    if (rules.derivedKey && idempotencyKey === undefined) derivedKey = deriveKey(type, value(), read.feature.geometry, rules.derivedKey);
  }
  const key = idempotencyKey ?? derivedKey;
  return done({
    tenantId,
    type,
    source: bytes,
    payload,
    idempotency: key === undefined ? undefined : { key, fingerprint: fingerprint(bytes, posted.value) },
    hasDerivedKey: derivedKey !== undefined,
    isBroadcast: audience !== undefined,
    recipients: audience === undefined ? [tenantId] : audience === "all" ? "all" : audience.tenant_ids,
    geojson: rules.isGeo,
    announceCompleted: rules.announceCompleted,
    value,
  });
}

/** By which a repeated request is told from another event under the same key: type, audience and exact payload bytes. No type holds a space. */
function fingerprint(bytes: Buffer, { type, audience, payload }: PostedEvent): Buffer {
  const head = audience === undefined ? type : `${type} ${JSON.stringify(audience)}`;
  return createHash("sha256").update(`${head}\n`).update(bytes.subarray(payload.start, payload.end)).digest();
}

function refuseGeometry({ reason, path, position }: GeometryFault): Refusal {
  const where = position ? ` at [${position.join(", ")}]` : "";
  return refuse("invalid_geometry", `${reason}${where}.`, path === "" ? "payload" : `payload.${path}`);
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
