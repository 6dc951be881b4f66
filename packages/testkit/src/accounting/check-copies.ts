import type { ReceivedCopy } from "../receiver/receiver-ledger.ts";
import type { Obligation, Promised } from "./obligations.ts";
import type { ViolationLog } from "./violations.ts";

/** Enters every copy of the receiver's ledger into the obligation it belongs to and checks what it carries. */
export function checkCopies(
  copies: Iterable<ReceivedCopy>,
  promised: Promised,
  violations: ViolationLog,
  ignoreForeignEvents: boolean,
): void {
  for (const copy of copies) {
    const obligations = promised.byEvent.get(copy.webhookId);
    if (obligations === undefined) {
      const doubtful = promised.doubtfulPayloads.has(copy.dataSha256 ?? "") || promised.doubtfulPayloads.has(copy.bodySha256);
      if (!doubtful && !ignoreForeignEvents) violations.add("never_accepted", describe(copy), { eventId: copy.webhookId });
      continue;
    }
    const owner = ownerOf(copy, obligations, violations);
    if (owner === undefined) continue;
    checkContent(copy, owner, violations);
    if (copy.statusSent !== null && copy.statusSent >= 200 && copy.statusSent < 300) {
      owner.okCopies += 1;
      owner.firstOkAtMs = Math.min(owner.firstOkAtMs, copy.arrivedAtMs);
    }
  }
}

/** A wrong key is reported; where only one obligation can be meant, the copy still counts for it. */
function ownerOf(copy: ReceivedCopy, obligations: readonly Obligation[], violations: ViolationLog): Obligation | undefined {
  const candidates = obligations.filter(({ target }) => target.endpoint === copy.endpoint);
  const eventId = copy.webhookId;
  if (candidates.length === 0) {
    violations.add("unintended", describe(copy), { eventId });
    return undefined;
  }
  const owner = candidates.find(({ idempotencyKey }) => idempotencyKey === copy.idempotencyKey);
  if (owner === undefined)
    violations.add("identity", `${describe(copy)}: Idempotency-Key ${copy.idempotencyKey || "is absent"}`, { eventId });
  return owner ?? (candidates.length === 1 ? candidates[0] : undefined);
}

function checkContent(copy: ReceivedCopy, owner: Obligation, violations: ViolationLog): void {
  const { eventId, subscriptionId, target, payloadSha256 } = owner;
  const where = { eventId, subscriptionId };
  if (copy.signature !== "valid") violations.add("signature", `${describe(copy)}: ${copy.signature}`, where);
  const payload = target.format === "raw" ? copy.bodySha256 : copy.dataSha256;
  if (payload !== payloadSha256) {
    violations.add("body_altered", `${describe(copy)}: payload ${payload ?? "without envelope"}, posted ${payloadSha256}`, where);
  }
  owner.bodySha256 ??= copy.bodySha256;
  if (copy.bodySha256 !== owner.bodySha256)
    violations.add("body_altered", `${describe(copy)}: the body differs from the first copy's`, where);
  if (target.format !== "raw" && copy.envelopeId !== eventId) {
    violations.add("identity", `${describe(copy)}: the envelope names ${copy.envelopeId ?? "no event"}`, where);
  }
}

function describe(copy: ReceivedCopy): string {
  return `request ${copy.requestId} at ${copy.endpoint}, webhook-id ${copy.webhookId || "absent"}, X-Attempt ${copy.attempt ?? "absent"}`;
}
