import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { SIGNATURE_TEST_TYPE } from "@hooklane/contracts";
import type { Classification, Settlement as Decision } from "@hooklane/core";
import type { ClaimedDelivery, Settlement, StoredEvent } from "@hooklane/db";

const SECRET_BYTES = 32;

/** Is this a test that asks whether the endpoint verifies signatures? */
export const isSignatureTest = (claim: Pick<ClaimedDelivery, "test">, event: Pick<StoredEvent, "type">): boolean =>
  claim.test && event.type === SIGNATURE_TEST_TYPE;

/** How a delivery that is signed wrongly on purpose differs from every other: by its secret, and by what its answer means. */
export const signatureTest = {
  /** A secret that nobody has. */
  secrets: (): KeyObject[] => [createSecretKey(randomBytes(SECRET_BYTES))],

  /** A refusal is what was asked for: policies and the search for configuration errors learn nothing of it. */
  learnt: (classification: Classification): Classification =>
    classification.outcome === "rejected" ? { ...classification, owner: "us" } : classification,

  /** Whatever was answered, the question is: there is no second attempt, nothing dies, and not even 410 disables the endpoint. */
  ended(settled: { decision: Decision; row: Settlement }, { status }: Classification): { decision: Decision; row: Settlement } {
    if (status === null || settled.decision.state === "delivered") return settled;
    return { decision: { state: "delivered" }, row: { ...settled.row, state: "delivered", reason: null } };
  },
};
