import type { DeliveryView } from "@hooklane/contracts";

export interface SignatureVerdict {
  tone: "good" | "wait" | "bad" | "live";
  title: string;
  detail?: string;
}

/**
 * What the answer to a request that was signed wrongly says about the receiver.
 * @param refusesAll right signatures are refused, too
 */
export function signatureVerdict(delivery: Pick<DeliveryView, "state" | "last_status">, refusesAll: boolean): SignatureVerdict {
  const { state, last_status: status } = delivery;
  if (state === "pending" || state === "inflight") return { tone: "live", title: "A request with a wrong signature is on its way." };
  if (status !== null && status >= 200 && status < 300)
    return {
      tone: "bad",
      title: `The endpoint answered ${status} to a wrong signature: it does not verify signatures.`,
      detail: "Anyone who knows the URL can send it events. Verify every request with the secret before acting on it.",
    };
  if (status !== null && [400, 401, 403, 422].includes(status)) {
    if (!refusesAll) return { tone: "good", title: `The endpoint refused the wrong signature with ${status}: it verifies signatures.` };
    return {
      tone: "wait",
      title: `The endpoint refused the wrong signature with ${status}, and it refuses right ones, too.`,
      detail:
        "It may verify with another secret, over other bytes than those sent, or against a wrong clock; or something before the check refuses.",
    };
  }
  return {
    tone: "wait",
    title:
      status === null
        ? "There was no answer, so nothing can be said."
        : `The endpoint answered ${status}, which says nothing about its check.`,
    detail: "Mend that first, then check again.",
  };
}
